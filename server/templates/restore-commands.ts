import { createHash } from 'node:crypto'
import type { EarlierContent } from '#contract/documents.ts'
import { availableName } from '#contract/file-names.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import type { Session } from '#server/db/db.ts'
import * as earlier from '#server/documents/restore-records.ts'
import { notFound } from '#server/errors.ts'
import type { AsUser } from '#server/route.ts'
import {
  inspectUpload,
  loadTemplate,
  lockForChange,
  requireFreePlaces,
  type TemplateDependencies,
} from './commands.ts'
import * as records from './records.ts'
import * as restoring from './restore-records.ts'

export async function restoreTemplate(session: Session, id: string): Promise<DocumentTemplate> {
  const { db, accountId } = session
  const deletedName = await restoring.lockDeletedTemplate(db, accountId, id)
  if (deletedName === null) throw notFound('deleted document template')
  await requireFreePlaces(session, 1)
  const name = availableName(deletedName, await restoring.existingNames(db, accountId))
  await restoring.restoreDeletedTemplate(db, accountId, id, name)
  return (await loadTemplate(session, id)).template
}

const contentsOf = (id: string): earlier.ContentOwner => ({ column: 'template_id', id })

export async function earlierContents(session: Session, id: string): Promise<EarlierContent[]> {
  await loadTemplate(session, id)
  return earlier.listEarlierContents(session.db, session.accountId, contentsOf(id))
}

export async function loadEarlierContent(
  session: Session,
  { id, contentId }: { id: string; contentId: string },
) {
  const { template } = await loadTemplate(session, id)
  const found = await earlier.findEarlierContent(session.db, session.accountId, contentsOf(id), contentId)
  if (!found) throw notFound('earlier version')
  return { ...found, template }
}

export async function restoreEarlierContent(
  dependencies: TemplateDependencies,
  asUser: AsUser,
  wanted: { id: string; contentId: string },
): Promise<DocumentTemplate> {
  const { contentKey: key, size } = await asUser(session => loadEarlierContent(session, wanted))
  const sha256 = await hashOf(await dependencies.files.get(key))
  // The product may know more fields than when the file came, so it is checked again.
  const content = await inspectUpload(dependencies, { key, sha256, size })
  return asUser(async session => {
    const { db, accountId } = session
    await lockForChange(session, wanted.id, undefined)
    if (!(await earlier.deleteEarlierContent(db, accountId, wanted.contentId)))
      throw notFound('earlier version')
    await records.replaceContent(db, accountId, wanted.id, content)
    return (await loadTemplate(session, wanted.id)).template
  })
}

async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}
