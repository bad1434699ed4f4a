let ended = false

/** The person whose page this is has signed out, or somebody else has signed in: it must write nothing more. */
export const endSession = (): void => {
  ended = true
}

/** Whether what is typed here must no longer be kept in this browser. */
export const hasSessionEnded = (): boolean => ended
