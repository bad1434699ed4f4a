import { useEffect, useState } from 'react'

/** From here on a person wonders, in milliseconds. */
const LONG = 2000

/** Whether something that runs has taken so long that it has to be told. */
export function useIsLong(isRunning: boolean): boolean {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setTimeout(() => setIsLong(true), LONG)
    return () => {
      clearTimeout(timer)
      setIsLong(false)
    }
  }, [isRunning])
  return isLong
}
