import { Readable } from 'node:stream'
import { getMailSettings, sendTestMail, updateMailSettings } from '#contract/mail-settings.ts'
import {
  downloadMail,
  downloadMailAttachment,
  getMail,
  giveUpMail,
  listAllMails,
  listMails,
  previewMail,
  resendMail,
  retryMail,
  sendMail,
} from '#contract/mails.ts'
import { notFound } from '#server/errors.ts'
import { sendBytes, sendFile } from '#server/files/downloads.ts'
import { requireJob } from '#server/records/require-job.ts'
import { htmlOf } from '#server/mail/mail-text.ts'
import { asDraft, draftHead } from '#server/mail/message.ts'
import { DEFAULT_LIMIT } from '#server/record-headers.ts'
import type { Api } from '#server/route.ts'
import { readAttachment } from './attachments.ts'
import * as changes from './changes.ts'
import { loadMail, type MailDependencies, senderOf, sendMail as send } from './commands.ts'
import { allMails, mailsOfJob } from './list-records.ts'
import { noteRequest } from './requests-of-mails.ts'
import { loadSettings, saveSettings } from './settings-commands.ts'
import { sendTestMail as test } from './test-mail.ts'

export function mailRoutes(api: Api, dependencies: MailDependencies): void {
  const { files } = dependencies

  api.bind(listMails, async (session, { query }) => {
    const { db, accountId } = session
    await requireJob(session, query.shipmentId)
    return mailsOfJob(db, accountId, query.shipmentId)
  })

  api.bindList(
    listAllMails,
    ({ db, accountId }, { query: { offset = 0, limit = DEFAULT_LIMIT, ...search } }) =>
      allMails(db, accountId, { ...search, offset, limit }),
  )

  api.bind(getMailSettings, session => loadSettings(session, dependencies))

  api.bind(updateMailSettings, (session, { body, ifMatch }) =>
    saveSettings(session, dependencies, body, ifMatch),
  )

  api.bindWithoutTransaction(sendTestMail, (asUser, { body }) =>
    test({ ...dependencies, database: api.database }, asUser, body?.to),
  )

  api.bind(previewMail, async (session, { body: { shipmentId, subject, text } }) => {
    await requireJob(session, shipmentId)
    return { subject, ...(await senderOf(session, dependencies)), html: htmlOf(text, subject), text }
  })

  api.bind(getMail, async (session, { params }) => (await loadMail(session, params.id)).mail)

  api.bindWithoutTransaction(downloadMail, async (asUser, { params, reply }) => {
    const { mail, messageKey } = await asUser(session => loadMail(session, params.id))
    const head =
      mail.state === 'notSent' ? draftHead(mail.recipients.filter(({ kind }) => kind === 'bcc')) : null
    const message = await sendFile(reply, files, {
      key: messageKey,
      name: `${mail.subject.slice(0, 100)}.eml`,
      size: mail.size + (head?.length ?? 0),
      mediaType: 'message/rfc822',
      mayRunCode: false,
      isRewritten: head !== null,
    })
    return head ? Readable.from(asDraft(head, message), { objectMode: false }) : message
  })

  api.bindWithoutTransaction(downloadMailAttachment, async (asUser, { params, reply }) => {
    const { mail, messageKey } = await asUser(session => loadMail(session, params.id))
    const position = mail.attachments.findIndex(({ id }) => id === params.attachmentId)
    const attachment = mail.attachments[position]
    if (!attachment) throw notFound('attachment')
    return sendBytes(reply, await readAttachment(dependencies, messageKey, position), attachment)
  })

  api.bindWithoutTransaction(sendMail, async (asUser, { body, request, reply }) => {
    noteRequest(request, body.id)
    const { mail, created } = await send(dependencies, asUser, body)
    if (!created) void reply.code(200)
    return mail
  })

  api.bindWithoutTransaction(resendMail, async (asUser, { params, body, request, reply }) => {
    noteRequest(request, body.id)
    const { mail, created } = await changes.resendMail(dependencies, asUser, {
      id: params.id,
      newId: body.id,
    })
    if (!created) void reply.code(200)
    return mail
  })

  api.bind(retryMail, (session, { params, request, ifMatch }) => {
    noteRequest(request, params.id)
    return changes.retryMail(dependencies, session, { id: params.id, requestId: request.id, ifMatch })
  })

  api.bind(giveUpMail, (session, { params, ifMatch }) => changes.giveUpMail(session, params.id, ifMatch))
}
