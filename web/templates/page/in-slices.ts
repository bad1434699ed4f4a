/** So long something is worked on before the browser has its turn, in milliseconds. */
const AT_A_TIME = 8

/** Takes one step after another, with turns for the browser between them; gives what stops it. */
export function inSlices<Step>(
  steps: Iterator<Step>,
  onStep: (step: Step) => void,
  onDone: () => void = () => {},
): () => void {
  const goOn = () => {
    const end = performance.now() + AT_A_TIME
    for (let step = steps.next(); !step.done; step = steps.next()) {
      onStep(step.value)
      if (performance.now() > end) {
        timer = setTimeout(goOn)
        return
      }
    }
    onDone()
  }
  let timer = setTimeout(goOn)
  return () => clearTimeout(timer)
}
