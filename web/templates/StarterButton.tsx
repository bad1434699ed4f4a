import { Button } from '@mantine/core'
import { notify } from '#web/ui/notice/notify.ts'
import { useAddStarters } from './queries.ts'
import { addedSentences } from './starter-sentences.ts'

/** Adds the papers that every new company begins with, where they are not there already. */
export function StarterButton({ variant = 'subtle' }: { variant?: 'subtle' | 'default' }) {
  const add = useAddStarters()
  const addThem = async () => {
    try {
      const { added, editions } = await add.mutateAsync()
      notify.done(addedSentences(added, editions))
    } catch (error) {
      notify.failedBecause('The starter templates were not added.', error)
    }
  }
  return (
    <Button
      variant={variant}
      color="gray"
      {...(variant === 'subtle' && { className: 'quiet-button' })}
      loading={add.isPending}
      onClick={() => void addThem()}
    >
      Add starter templates
    </Button>
  )
}
