import { beginEarlyCalls } from '#web/lib/early-calls.ts'
import { applyColourChoice } from '#web/lib/colour-choice.ts'

// A small file of its own, which comes long before the rest of the application.
applyColourChoice()
void beginEarlyCalls()
