import { askQuestion, sendEnquiry } from '#contract/enquiries.ts'
import type { Api } from '#server/route.ts'
import { type EnquiryDependencies, receiveEnquiry, receiveQuestion } from './commands.ts'

export function enquiryRoutes(api: Api, dependencies: EnquiryDependencies): void {
  api.bindWithoutTransaction(sendEnquiry, (_asUser, { body, request }) =>
    receiveEnquiry(dependencies, body, { address: request.ip }),
  )
  api.bindWithoutTransaction(askQuestion, (_asUser, { body, request }) =>
    receiveQuestion(dependencies, body, { address: request.ip }),
  )
}
