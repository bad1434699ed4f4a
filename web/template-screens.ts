import { lazyScreen } from '#web/lib/lazy-screen.ts'

/** The screens of the document templates. */
export const templateScreens = {
  templates: lazyScreen(() => import('#web/templates/TemplatesScreen.tsx'), 'TemplatesScreen'),
  page: lazyScreen(() => import('#web/templates/TemplatePageScreen.tsx'), 'TemplatePageScreen'),
  fields: lazyScreen(() => import('#web/templates/FieldsScreen.tsx'), 'FieldsScreen'),
  guide: lazyScreen(() => import('#web/templates/GuideScreen.tsx'), 'GuideScreen'),
}

type PageSearch = {
  id?: string
  /** The job whose values are looked for on the page. */
  job?: string
  /** A name in the text of the place that is shown first. */
  show?: string
  /** Where the report says that it is. */
  at?: string
  /** The template was made of a document just now. */
  made?: true
}

/** What the address of a template’s page says. */
export function templatePageSearch({ id, job, show, at, made }: Record<string, unknown>): PageSearch {
  return {
    ...(typeof id === 'string' && { id: id.toLowerCase() }),
    ...(typeof job === 'string' && { job: job.toLowerCase() }),
    ...(typeof show === 'string' && { show }),
    ...(typeof at === 'string' && { at }),
    ...(made === true && { made }),
  }
}
