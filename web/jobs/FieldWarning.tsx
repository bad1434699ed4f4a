import { Button } from '@mantine/core'

type Props = { message: string; cure?: string; onCure?: () => void }

/** What is odd about a field, beside it; nobody is kept from saving it. */
export const FieldWarning = ({ message, cure, onCure }: Props) => (
  <p className="job-details__warning" role="status">
    {message}{' '}
    {cure && (
      <Button variant="subtle" size="compact-xs" onClick={onCure}>
        {cure}
      </Button>
    )}
  </p>
)
