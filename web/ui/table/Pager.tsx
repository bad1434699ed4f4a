import { NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '#web/ui/icons.ts'
import { numberText } from '#web/lib/format.ts'
import { MAX_OFFERED, pageNumbers } from './page-numbers.ts'
import { PageJump } from './PageJump.tsx'

type PagerProps = {
  /** From 1. */
  page: number
  size: number
  /** undefined while the first page loads. */
  total: number | undefined
  onPage: (page: number) => void
  onSize: (size: number) => void
  sizes?: readonly number[]
  /** What is counted: "jobs". */
  noun: string
  /** The same of one: "job". */
  one: string
}

/** First, previous, numbers, next, last, a page of one’s choice, and how many rows a page has. */
export function Pager({
  page,
  size,
  total,
  onPage,
  onSize,
  sizes = [25, 50, 100, 200],
  noun,
  one,
}: PagerProps) {
  const pages = Math.max(1, Math.ceil((total ?? 0) / size))
  const from = (page - 1) * size + 1
  const to = Math.min(page * size, total ?? 0)
  const step = (label: string, target: number, isOff: boolean, Icon: typeof IconChevronLeft) => (
    <button
      type="button"
      className="pager__step"
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={() => onPage(target)}
    >
      <Icon size={18} aria-hidden />
    </button>
  )
  return (
    <nav className="pager" aria-label="Pages">
      <span className="pager__count" aria-live="polite">
        {total === undefined
          ? ' '
          : total === 0
            ? `0 ${noun}`
            : total === 1
              ? `1 ${one}`
              : `${numberText(from)} to ${numberText(to)} of ${numberText(total)} ${noun}`}
      </span>
      <span className="pager__steps">
        {step('First page', 1, page <= 1, IconChevronsLeft)}
        {step('Previous page', page - 1, page <= 1, IconChevronLeft)}
        {pageNumbers(page, pages).map((number, index) =>
          number === null ? (
            <span key={`gap-${index}`} aria-hidden>
              …
            </span>
          ) : (
            <button
              key={number}
              type="button"
              className="pager__number"
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number)}
            >
              {numberText(number)}
            </button>
          ),
        )}
        {step('Next page', page + 1, page >= pages, IconChevronRight)}
        {step('Last page', pages, page >= pages, IconChevronsRight)}
      </span>
      {pages > MAX_OFFERED && <PageJump page={page} pages={pages} onPage={onPage} />}
      <div className="pager__size">
        <span aria-hidden>Rows per page</span>
        <NativeSelect
          aria-label="Rows per page"
          size="xs"
          data={sizes.map(String)}
          value={String(size)}
          onChange={event => onSize(Number(event.currentTarget.value))}
        />
      </div>
    </nav>
  )
}
