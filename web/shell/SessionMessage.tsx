import { Center, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A sentence in the middle of an otherwise empty page, with what can be done about it. */
export function SessionMessage({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack align="center" gap="md" maw={480}>
        <Text role="status" ta="center">
          {text}
        </Text>
        {children}
      </Stack>
    </Center>
  )
}
