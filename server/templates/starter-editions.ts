import type { StarterEdition } from '#contract/starter-templates.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import type { Session } from '#server/db/db.ts'
import { notFound } from '#server/errors.ts'
import type { AsUser } from '#server/route.ts'
import { replaceStarter, sized, type StarterDependencies, withStoredFiles } from './starter-commands.ts'
import { existingTemplates, paperSizeOf, templatesLikeStarters } from './starter-records.ts'
import { hashesOf, type StarterTemplate } from './starter-templates.ts'

const nameOf = ({ fileName }: StarterTemplate) => fileName.normalize().toLowerCase()

type Found = StarterEdition & { hash: string; of: StarterTemplate }

/** What of the account comes from a starter: known by its content whatever it is called, else by its name. */
async function editionsOf(
  { db, accountId }: Session,
  starters: readonly StarterTemplate[],
): Promise<Found[]> {
  const templates = await templatesLikeStarters(db, accountId, {
    hashes: starters.flatMap(one => [...hashesOf(one), ...one.formerHashes]),
    names: starters.map(nameOf),
  })
  return templates.flatMap(({ id, name, hash }): Found[] => {
    const current = starters.find(one => hashesOf(one).includes(hash))
    const older = starters.find(one => one.formerHashes.includes(hash))
    const of = current ?? older ?? starters.find(one => nameOf(one) === name.normalize().toLowerCase())
    const state = current ? 'current' : older ? 'older' : 'changed'
    return of ? [{ templateId: id, name, starter: of.fileName, state, hash, of }] : []
  })
}

export async function listEditions(
  session: Session,
  starters: readonly StarterTemplate[],
): Promise<StarterEdition[]> {
  const found = await editionsOf(session, starters)
  return found.map(({ templateId, name, starter, state }) => ({ templateId, name, starter, state }))
}

/**
 * Gives templates of an earlier release, which nobody has changed, what their starter holds today, on the company's size
 * of paper; what was there can be restored like any replaced content. Others are left alone.
 */
export async function renewStarters(
  { files, starters }: StarterDependencies,
  asUser: AsUser,
  ids: readonly string[] | undefined,
): Promise<DocumentTemplate[]> {
  const { accountId, wanted } = await asUser(async session => {
    const { db, accountId: account } = session
    if (ids && (await existingTemplates(db, account, ids)).size < new Set(ids).size)
      throw notFound('document template')
    const size = await paperSizeOf(db, account)
    const older = (await editionsOf(session, starters)).filter(
      ({ state, templateId }) => state === 'older' && (!ids || ids.includes(templateId)),
    )
    return {
      accountId: account,
      wanted: older.map(({ of, hash, templateId }) => ({
        ...sized(of, size),
        id: templateId,
        earlierHash: hash,
      })),
    }
  })
  if (wanted.length === 0) return []
  const inAccount: Parameters<typeof withStoredFiles>[0]['inAccount'] = work => asUser(({ db }) => work(db))
  const renewed = await withStoredFiles({ files, starters: wanted, accountId, inAccount }, keep =>
    inAccount(db => keep(db, replaceStarter)),
  )
  return renewed.flatMap(template => template ?? [])
}
