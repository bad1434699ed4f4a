import { space, onlyIf, listTable, heading, type ListColumn } from './blocks.ts'
import { PAGE_WIDTH, paragraph } from './markup.ts'

const kilograms = (name: string) => `{{${name} | number:"#,##0.00##"}}`
const packages = (name: string) => `{{${name} | number:"#,##0"}}`

const figure = (
  heading: string,
  width: number,
  name: string,
  written: (name: string) => string,
): ListColumn => ({
  heading,
  width,
  content: written(name),
  isFigure: true,
  total: written(`ContainerTotals.${name}`),
})

const volume = (name: string) => `{{${name} | number:"#,##0.000#"}}`

/** Figures of containers: what is in them, and what they weigh with it. */
const details = {
  packages: figure('Packages', 1_000, 'Packages', packages),
  cargoWeight: figure('Cargo weight, kg', 1_500, 'CargoWeight', kilograms),
  volume: figure('Volume, m³', 1_250, 'Volume', volume),
  tare: figure('Tare, kg', 1_250, 'Tare', kilograms),
  vgm: figure('VGM, kg', 1_400, 'Vgm', kilograms),
} satisfies Record<string, ListColumn>
type Detail = keyof typeof details

/** What is in the containers, as most papers tell it. */
export const cargoDetails: readonly Detail[] = ['packages', 'cargoWeight', 'volume']

const temperature = (name: string) => `{{#if ${name} <> ""}}{{${name} | number:"0.#"}}\u00a0°C{{/if}}`

/** A line for each container that is to be kept at a temperature, on papers that list no containers. */
export const temperatures =
  paragraph('Gap', '{{#Job.Containers}}{{#if Temperature <> ""}}') +
  paragraph('Value', `{{Number | after:": "}}keep at ${temperature('Temperature')}`) +
  paragraph('Gap', '{{/if}}{{/Job.Containers}}')

/** The columns of a job's containers, filling `width` with the seals. */
export function containerColumns(shown: readonly Detail[], width = PAGE_WIDTH): ListColumn[] {
  const start: ListColumn[] = [
    { heading: 'Container', width: 1_500, content: '{{Number}}', total: 'Total' },
    {
      heading: 'Type',
      width: 1_000,
      content: `{{Type}}\n${temperature('Temperature')}`,
      total: '{{ContainerTotals.Types}}',
    },
  ]
  const figures = shown.map(one => details[one])
  const taken = [...start, ...figures].reduce((sum, column) => sum + column.width, 0)
  return [...start, { heading: 'Seals', width: width - taken, content: '{{Seals}}' }, ...figures]
}

const hasTotals = (columns: readonly ListColumn[]) =>
  columns
    .flatMap(({ total, isFigure }) => (isFigure ? (/ContainerTotals\.\w+/.exec(total ?? '')?.[0] ?? []) : []))
    .map(name => `${name} <> ""`)
    .join(' or ')

// A house travels in containers of its own or in its master's, of whose cargo papers tell a house nothing.
const figuresOfCargo = ['Packages', 'CargoWeight', 'Volume'].map(name => `ContainerTotals.${name}`)
const areOwn = ['not Master.JobId', ...figuresOfCargo.map(name => `${name} <> ""`)].join(' or ')
const areShared = ['Master.JobId', ...figuresOfCargo.map(name => `${name} = ""`)].join(' and ')

/**
 * The containers of the job, their numbers and seals and what is in them; nothing where it has none. What is in the
 * containers of a master, and what they weigh, stands on no paper of its houses: only which of the house's goods are in
 * each. `withCargo`: the same of a master, whose houses have the goods.
 */
export function containerTable(
  shown: readonly Detail[],
  {
    width = PAGE_WIDTH,
    title = 'Containers',
    withCargo = false,
  }: { width?: number; title?: string; withCargo?: boolean } = {},
): string {
  const tableOf = (details: readonly Detail[], isCargoTold = false) => {
    const columns = containerColumns(details, width)
    const below = isCargoTold ? { below: { label: 'Goods', field: 'Cargo' } } : {}
    return listTable('Containers', columns, { totalsIf: hasTotals(columns), ...below })
  }
  // The items of a job without houses say themselves in which container they are.
  const ownTable = withCargo
    ? onlyIf('Houses', tableOf(shown, true)) + onlyIf('not Houses', tableOf(shown))
    : tableOf(shown)
  const tables =
    shown.length === 0 ? tableOf([]) : onlyIf(areOwn, ownTable) + onlyIf(areShared, tableOf([], true))
  return onlyIf('Containers', space + (title && heading(title)) + tables)
}
