import { describe, expect, test } from 'vitest'
import { withOwner } from '#server/db/owner.ts'
import { type RecordKind, historyOnly } from '#server/records/describe.ts'
import { testProduct } from '#testing/test-company.ts'
import { fieldOf, recordKinds } from './record-kinds.ts'

const { product } = testProduct()

/** `told`: the columns whose changes its trigger writes; null where it picks them itself. */
type Table = { name: string; told: string[] | null; hasTrigger: boolean }

/** Every table whose rows have a version: what one person changes while another looks at it. */
const versionedTables = (): Promise<Table[]> =>
  withOwner(product.ownerUrl, async owner => {
    const { rows } = await owner.query<Table>(`
      select c.relname as name, bound.functions is not null as "hasTrigger",
        case when bound.functions && array['record_history', 'record_history_of_' || c.relname] then
          (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) end as told
      from pg_class c, lateral (
        select array_agg(p.proname::text) as functions from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where t.tgrelid = c.oid and t.tgname ~ '^history' and t.tgenabled = 'O') as bound
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'history'
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'version')
      order by 1`)
    return rows
  })

// What record_history() leaves out.
const leftOut = new Set([
  'account_id',
  'version',
  'created_at',
  'position',
  'own_columns',
  'columns_of_master',
])

/** What a table lacks to be told and put back from the history. */
function gapsOf({ name, told, hasTrigger }: Table, kinds: readonly RecordKind[]): string[] {
  const trigger = hasTrigger ? [] : [`${name}: no history trigger`]
  const kind = kinds.find(({ table }) => table === name)
  if (!kind) return [...trigger, `${name}: nobody has described it`]
  const unnamed = (told ?? []).filter(
    column => !kind.fields[column] && !leftOut.has(column) && fieldOf(kind, column) !== null,
  )
  const labels = [kind.label, ...Object.values(kind.fields).map(({ label }) => label)]
  const restore = 'because' in kind.restore ? kind.restore.because : kind.restore.permission
  return [
    ...trigger,
    ...unnamed.map(column => `${name}: no label for ${column}`),
    ...(labels.includes('') ? [`${name}: an empty label`] : []),
    ...(restore ? [] : [`${name}: neither a restore nor why there is none`]),
  ]
}

test('every table with a version has its history, its labels and its restore', async () => {
  const tables = await versionedTables()
  expect(tables.length).toBeGreaterThan(10)
  expect(tables.flatMap(table => gapsOf(table, recordKinds))).toEqual([])
})

describe('a table that lacks any of them is found', () => {
  const planted = `create table planted_milestones (
    account_id uuid not null, id uuid primary key, kind text, planned_on date, version integer not null default 1)`
  const described: RecordKind = {
    table: 'planted_milestones',
    type: 'milestone',
    label: 'Milestone',
    name: null,
    fields: { kind: historyOnly('kind', 'Kind'), planned_on: historyOnly('plannedOn', 'Planned on', 'date') },
    restore: { because: 'Nothing depends on it.' },
  }
  const withPlanted = async (...statements: string[]): Promise<Table> => {
    await withOwner(product.ownerUrl, async owner => {
      for (const statement of ['drop table if exists planted_milestones', planted, ...statements])
        await owner.query(statement)
    })
    const [table] = (await versionedTables()).filter(({ name }) => name === described.table)
    await withOwner(product.ownerUrl, owner => owner.query('drop table planted_milestones'))
    if (!table) throw new Error('The planted table was not found.')
    return table
  }
  const trigger = `create trigger history after insert or update or delete on planted_milestones
    for each row execute function record_history('id')`

  test('without trigger and description', async () => {
    expect(gapsOf(await withPlanted(), recordKinds)).toEqual([
      'planted_milestones: no history trigger',
      'planted_milestones: nobody has described it',
    ])
  })

  test('with a trigger that is switched off', async () => {
    const off = 'alter table planted_milestones disable trigger history'
    expect(gapsOf(await withPlanted(trigger, off), [described])).toEqual([
      'planted_milestones: no history trigger',
    ])
  })

  test('without a label, and without a restore', async () => {
    const table = await withPlanted(trigger)
    expect(gapsOf(table, [described])).toEqual([])
    const { kind: _forgotten, ...fields } = described.fields
    expect(gapsOf(table, [{ ...described, fields }])).toEqual(['planted_milestones: no label for kind'])
    expect(gapsOf(table, [{ ...described, restore: { because: '' } }])).toEqual([
      'planted_milestones: neither a restore nor why there is none',
    ])
  })
})
