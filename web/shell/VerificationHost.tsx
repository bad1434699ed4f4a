import { lazy, Suspense, useSyncExternalStore } from 'react'
import { closeVerification, verificationStore } from '#web/lib/verification.ts'

const VerificationDialog = lazy(async () => ({
  default: (await import('./VerificationDialog.tsx')).VerificationDialog,
}))

/** Where askToVerify() shows; stands once in the application's frame and loads the dialog when it is needed. */
export function VerificationHost() {
  const isAsked = useSyncExternalStore(verificationStore.subscribe, verificationStore.read)
  return (
    isAsked && (
      <Suspense>
        <VerificationDialog onClose={closeVerification} />
      </Suspense>
    )
  )
}
