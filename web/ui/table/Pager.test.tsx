import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pageNumbers } from './page-numbers.ts'
import { Pager } from './Pager.tsx'

test.each([
  [1, 1, [1]],
  [1, 9, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  [1, 10, [1, 2, 3, 4, 5, 6, 7, null, 10]],
  [5, 10, [1, 2, 3, 4, 5, 6, 7, null, 10]],
  [6, 10, [1, null, 4, 5, 6, 7, 8, 9, 10]],
  [10, 10, [1, null, 4, 5, 6, 7, 8, 9, 10]],
  [4, 100, [1, 2, 3, 4, 5, 6, 7, null, 100]],
  [50, 100, [1, null, 48, 49, 50, 51, 52, null, 100]],
  [97, 100, [1, null, 94, 95, 96, 97, 98, 99, 100]],
])('page %i of %i offers %j', (page, pages, offered) => {
  expect(pageNumbers(page, pages)).toEqual(offered)
})

function show(rows: number) {
  const asked: number[] = []
  render(
    <MantineProvider env="test">
      <Pager
        page={3}
        size={25}
        total={rows}
        onPage={page => asked.push(page)}
        onSize={() => undefined}
        noun="jobs"
        one="job"
      />
    </MantineProvider>,
  )
  return asked
}

test('one jumps to any page by its number, and is told where there is none', () => {
  const asked = show(1000)
  const field = screen.getByRole('textbox', { name: 'Go to page' })
  const go = (text: string) => {
    fireEvent.change(field, { target: { value: text } })
    fireEvent.submit(field)
  }
  for (const wrong of ['41', '0', 'x', '-1', '2.5']) {
    go(wrong)
    expect(screen.getByText('Pages go from 1 to 40.')).toBeDefined()
    expect(field.getAttribute('aria-invalid')).toBe('true')
  }
  expect(asked).toEqual([])
  go(' 27 ')
  expect(asked).toEqual([27])
  expect(screen.queryByText('Pages go from 1 to 40.')).toBeNull()
  go('3')
  fireEvent.change(field, { target: { value: '40' } })
  fireEvent.blur(field)
  expect(asked).toEqual([27, 40])
})

test('where every page is offered nothing else is', () => {
  const asked = show(225)
  expect(screen.queryByRole('textbox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Page 7' }))
  expect(asked).toEqual([7])
})
