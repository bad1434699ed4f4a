import { askQuestion, sendEnquiry } from '#contract/enquiries.ts'
import type { Api } from '#server/route.ts'
import { type EnquiryParts, receiveEnquiry, receiveQuestion } from './commands.ts'

export function enquiryRoutes(api: Api, parts: EnquiryParts): void {
  api.bindFree(sendEnquiry, (_asUser, { body, request }) =>
    receiveEnquiry(parts, body, { address: request.ip }),
  )
  api.bindFree(askQuestion, (_asUser, { body, request }) =>
    receiveQuestion(parts, body, { address: request.ip }),
  )
}
