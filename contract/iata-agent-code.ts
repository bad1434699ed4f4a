import { code } from './values.ts'

/** Of a cargo agent: seven digits, the last of which is a check digit, and the four of its CASS address. */
export const iataAgentCode = code(
  /^\d{2}-?\d ?\d{4}(?:[ /-]*\d{4})?$/,
  'Seven digits, and four more where there is a CASS address, such as 12-3 4567/0015.',
)
