import { vi } from 'vitest'

// A worker goes from file to file and keeps the libraries that it has loaded. What our own modules remember of one
// file, and what that file has replaced, is no business of the next.
vi.resetModules()
vi.restoreAllMocks()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
vi.useRealTimers()
