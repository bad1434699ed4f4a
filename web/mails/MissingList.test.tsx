import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '#web/ui/test-render.tsx'
import { MissingList } from './MissingList.tsx'

test('what is there and wants a look is not told as missing', () => {
  const missing = [
    { message: 'ETD is empty', place: null },
    {
      message: 'The job’s number of packages is 12; its items come to 5',
      place: null,
      check: true as const,
    },
  ]
  renderPart(<MissingList jobId="job" missing={missing} madeFrom={[]} onLeave={() => undefined} />)
  const lists = screen.getAllByRole('list').map(list => [list.previousSibling?.textContent, list.textContent])
  expect(lists).toEqual([
    ['This is missing:', 'ETD is empty'],
    ['Check:', 'The job’s number of packages is 12; its items come to 5'],
  ])
})
