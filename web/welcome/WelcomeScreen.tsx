import { useSearch } from '@tanstack/react-router'
import { useCompany } from '#web/company/queries.ts'
import { useDraftIsReady } from '#web/lib/kept-drafts.ts'
import { useMay, useMembership } from '#web/lib/membership.ts'
import { productName } from '#web/lib/product-name.ts'
import { Loaded } from '#web/ui/page/Loaded.tsx'
import { Screen } from '#web/ui/page/Screen.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'
import { BEGINNING } from './kept-beginning.ts'
import { WelcomeForm } from './WelcomeForm.tsx'
import './welcome.css'

/** What a company begins with, asked of whoever has made it, once and on one page. */
export function WelcomeScreen() {
  const { account } = useMembership()
  const mayWrite = useMay('company:write')
  const company = useCompany()
  const draftIsReady = useDraftIsReady(BEGINNING, 'company')
  const { next } = useSearch({ from: '/webapp/welcome' })
  return (
    <Screen
      title={`Welcome to ${productName}`}
      summary={`Check what is proposed for ${account.name}. You can change all of it later.`}
    >
      {mayWrite ? (
        <Loaded query={company} failed="The company could not be loaded." fields={8}>
          {stored => draftIsReady && <WelcomeForm company={stored} next={next} />}
        </Loaded>
      ) : (
        <EmptyState title="Administrators set the company up." />
      )}
    </Screen>
  )
}
