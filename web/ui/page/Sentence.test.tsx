import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiProblem } from '#web/lib/problem.ts'
import { Notices } from '#web/ui/notice/Notices.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { act } from 'react'
import { Banner, FailedState } from './states.tsx'

const failure = (requestId: string) =>
  new ApiProblem({
    ...{ type: 'about:blank', status: 500, code: 'internal', title: 'Something went wrong on our side' },
    ...{ detail: 'It was logged; try again.', requestId },
  })

test('a failure is shown with its reference, which one click selects', () => {
  render(<FailedState title="The jobs could not be loaded." error={failure('aaaaa-bbbbb-ccccc')} />)
  render(<Banner tone="failed">It failed. Reference: ddddd-eeeee-fffff</Banner>)
  for (const [reference, text] of [
    ['aaaaa-bbbbb-ccccc', 'It was logged; try again. Reference: aaaaa-bbbbb-ccccc'],
    ['ddddd-eeeee-fffff', 'It failed. Reference: ddddd-eeeee-fffff'],
  ] as const) {
    const shown = screen.getByText(reference)
    expect([shown.className, shown.parentElement?.textContent]).toEqual(['reference', text])
  }
})

test('the same failure again is said once, with the reference of the last', () => {
  render(<Notices />)
  act(() => {
    for (const id of ['aaaaa-bbbbb-ccccc', 'ddddd-eeeee-fffff'])
      notify.failedBecause('Bill.docx could not be deleted.', failure(id))
  })
  expect(screen.getAllByRole('alert').map(notice => notice.textContent)).toEqual([
    'Bill.docx could not be deleted. It was logged; try again. Reference: ddddd-eeeee-fffff',
  ])
})
