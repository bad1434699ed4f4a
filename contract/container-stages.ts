import { z } from 'zod'

/** What becomes of each container of a job: its mass is verified, and it reaches these places. */
export const containerStages = [
  'vgm',
  'emptyPickedUp',
  'gatedIn',
  'loaded',
  'discharged',
  'gatedOut',
  'emptyReturned',
] as const
export type ContainerStage = (typeof containerStages)[number]

/** Of how many containers it is known, and the last day of it. */
export const stageReached = z
  .object({ done: z.int(), of: z.int(), last: z.string().nullable() })
  .nullable()
  .describe('Of how many containers it is known, of how many in all, and the last day of it')
export type StageReached = z.infer<typeof stageReached>

/** The day on which the last container reached it; while some have not, how many have: “2 of 3”. */
export const stageText = (stage: StageReached | undefined): string => {
  if (!stage) return ''
  const { done, of, last } = stage
  return done === of && last ? last : `${done} of ${of}`
}
