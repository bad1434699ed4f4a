import type { PicturesCommand } from '#testing/pictures/pictured-screens.ts'
import { runStep } from '#testing/step.ts'

/** Writes down what stands on the screens of which a command has just taken pictures: the journey compares it later. */
export async function noteTaken(command: PicturesCommand): Promise<void> {
  const { ok } = await runStep('playwright', ['test', 'e2e/pictures.spec.ts', '--workers=1'], {
    env: { LADING_PICTURES_TAKEN: command },
  })
  if (!ok) throw new Error('The pictures are taken, but not noted in docs/images/screens.json.')
}
