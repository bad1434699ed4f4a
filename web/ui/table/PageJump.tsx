import { useState } from 'react'

type Props = { page: number; pages: number; onPage: (page: number) => void }

/** Leads to a page by its number, where there are too many to offer each. */
export function PageJump({ page, pages, onPage }: Props) {
  const [text, setText] = useState('')
  const wanted = /^\d+$/.test(text.trim()) ? Number(text) : undefined
  const isThere = wanted !== undefined && wanted >= 1 && wanted <= pages
  const go = () => {
    if (!isThere) return
    setText('')
    if (wanted !== page) onPage(wanted)
  }
  const isWrong = text.trim() !== '' && !isThere
  return (
    <form
      className="pager__jump"
      onSubmit={event => {
        event.preventDefault()
        go()
      }}
    >
      <label>
        Go to page{' '}
        <input
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          placeholder={String(page)}
          value={text}
          aria-invalid={isWrong}
          onChange={event => setText(event.currentTarget.value)}
          onBlur={go}
        />
      </label>
      <span role="status" className="pager__wrong">
        {isWrong && `Pages go from 1 to ${pages}.`}
      </span>
    </form>
  )
}
