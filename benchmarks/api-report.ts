import type { ApiResult } from './api.ts'
import { comparisonTable, goalsLine, missedText } from './comparison.ts'
import { profileReport } from './profile-report.ts'

/** In Markdown: the table, what was missed, and where the time of each missed question went. */
export const apiReport = ({ comparisons, profiles, compared, peakMegabytes }: ApiResult): string =>
  [
    comparisonTable(comparisons),
    goalsLine(comparisons),
    `Compared before the clock ran: ${compared.join('; ')}.`,
    `The server's process held ${peakMegabytes} MB at the most.`,
    ...profiles.flatMap(({ comparison, profile }) => [
      `#### Missed: ${missedText(comparison)}`,
      profileReport(profile),
    ]),
  ].join('\n\n')
