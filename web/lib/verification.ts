let isAsked = false
const listeners = new Set<() => void>()

function change(next: boolean) {
  isAsked = next
  for (const listener of listeners) listener()
}

/** Opens the dialog by which people verify their e-mail address, wherever in the application they are. */
export const askToVerify = () => change(true)
export const closeVerification = () => change(false)

export const verificationStore = {
  read: () => isAsked,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
