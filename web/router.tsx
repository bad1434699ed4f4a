import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { historyAddress } from '#web/history/history-address.ts'
import { DashboardScreen } from '#web/jobs/DashboardScreen.tsx'
import { dashboardPage, dashboardSearch, holdsAccessToken } from '#web/jobs/dashboard-search.ts'
import { firstPageQuery } from '#web/jobs/use-further-parts.ts'
import { jobQuery } from '#web/records/queries.ts'
import { mailAddress } from '#web/mails/mail-address.ts'
import { lazyScreen } from '#web/lib/lazy-screen.ts'
import { membershipQuery } from '#web/lib/membership.ts'
import { preferencesQuery } from '#web/lib/preferences.ts'
import { beforehand } from '#web/lib/beforehand.ts'
import { AppShell } from '#web/shell/AppShell.tsx'
import { ErrorScreen } from '#web/shell/ErrorScreen.tsx'
import { NotFoundScreen } from '#web/shell/NotFoundScreen.tsx'
import { SignInGuard } from '#web/shell/SignInGuard.tsx'
import { contactsSearch } from '#web/organisations/contacts-search.ts'
import { welcomeSearch } from '#web/welcome/welcome-search.ts'
import { importSearch } from '#web/imports/import-search.ts'
import { isRecordId, withId } from '#web/lib/address.ts'
import { isSamePlace } from '#web/lib/same-place.ts'
import { forAMoment, screenIsShown } from '#web/lib/for-a-moment.ts'
import { templatePageSearch, templateScreens } from './template-screens.ts'
import { inContact, inJob, ofRecord } from './with-current.tsx'

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundScreen,
  errorComponent: ErrorScreen,
})

// Every /webapp address, the children's too, lies behind the sign-in.
const webapp = createRoute({
  getParentRoute: () => root,
  path: 'webapp',
  loader: () => {
    void beforehand(membershipQuery)
  },
  component: () => (
    <SignInGuard>
      <AppShell />
    </SignInGuard>
  ),
})

/** One whose address says nothing but its name. */
const screen = <const Path extends string>(path: Path, component: ReturnType<typeof lazyScreen>) =>
  createRoute({ getParentRoute: () => webapp, path, component })

const dashboard = createRoute({
  getParentRoute: () => webapp,
  path: '/',
  validateSearch: dashboardSearch,
  loaderDeps: ({ search }) => dashboardPage(search),
  loader: ({ deps, cause }) => {
    if (holdsAccessToken()) return
    return forAMoment(cause, [beforehand(preferencesQuery), beforehand(firstPageQuery(deps))])
  },
  // Where everybody begins: a file of its own would only come later.
  component: DashboardScreen,
})

const jobScreen = lazyScreen(() => import('#web/jobs/JobScreen.tsx'), 'JobScreen')
const detailsTab = lazyScreen(() => import('#web/jobs/DetailsTab.tsx'), 'DetailsTab')

/** Loads the code of what is opened most. */
export const loadJobCard = () => Promise.all([jobScreen.preload?.(), detailsTab.preload?.()])

const job = createRoute({
  getParentRoute: () => webapp,
  path: 'shipment',
  validateSearch: withId,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { id }, cause }) =>
    id && isRecordId(id) ? forAMoment(cause, [beforehand(jobQuery(id))]) : undefined,
  component: inJob(jobScreen),
})

/** A tab of the job card. */
const jobTab = <const Path extends string>(path: Path, component: Parameters<typeof inJob>[0]) =>
  createRoute({ getParentRoute: () => job, path, component: inJob(component) })

const jobDetails = createRoute({ getParentRoute: () => job, path: '/', component: detailsTab })
const jobDocuments = jobTab(
  'document',
  lazyScreen(() => import('#web/documents/AttachmentsTab.tsx'), 'AttachmentsTab'),
)
const jobFinance = jobTab(
  'finance',
  lazyScreen(() => import('#web/finance/FinanceTab.tsx'), 'FinanceTab'),
)
const jobItems = jobTab(
  'items',
  lazyScreen(() => import('./cargo-tab.tsx'), 'CargoTab'),
)
const jobHouses = createRoute({
  getParentRoute: () => job,
  path: 'houses',
  validateSearch: (search: Record<string, unknown>): { add?: true } =>
    search['add'] === true ? { add: true } : {},
  component: inJob(lazyScreen(() => import('#web/houses/HousesTab.tsx'), 'HousesTab')),
})

const jobMails = jobTab(
  'emails',
  lazyScreen(() => import('#web/mails/MailsTab.tsx'), 'MailsTab'),
)
const jobNotes = jobTab(
  'notes',
  lazyScreen(() => import('#web/notes/NotesTab.tsx'), 'NotesTab'),
)
const jobHistory = jobTab(
  'history',
  lazyScreen(() => import('#web/history/JobHistory.tsx'), 'JobHistory'),
)

const contacts = createRoute({
  getParentRoute: () => webapp,
  path: 'contacts',
  validateSearch: contactsSearch,
  component: lazyScreen(() => import('#web/organisations/ContactsScreen.tsx'), 'ContactsScreen'),
})

const contactScreen = lazyScreen(() => import('#web/organisations/ContactScreen.tsx'), 'ContactScreen')
const contact = createRoute({ getParentRoute: () => webapp, path: 'contact', validateSearch: withId })
const contactDetails = createRoute({
  getParentRoute: () => contact,
  path: '/',
  component: inContact(contactScreen, 'details'),
})
const contactFinance = createRoute({
  getParentRoute: () => contact,
  path: 'finance',
  component: inContact(contactScreen, 'finance'),
})

const contactJobs = createRoute({
  getParentRoute: () => contact,
  path: 'jobs',
  component: inContact(
    contactScreen,
    'jobs',
    lazyScreen(() => import('#web/jobs/ContactJobs.tsx'), 'ContactJobs'),
  ),
})

const contactHistory = createRoute({
  getParentRoute: () => contact,
  path: 'history',
  component: inContact(
    contactScreen,
    'history',
    lazyScreen(() => import('#web/history/ContactHistory.tsx'), 'ContactHistory'),
  ),
})

const jobChange = createRoute({
  getParentRoute: () => webapp,
  path: 'jobchange',
  validateSearch: withId,
  component: lazyScreen(() => import('#web/jobs/JobChangeScreen.tsx'), 'JobChangeScreen'),
})
const importing = createRoute({
  getParentRoute: () => webapp,
  path: 'import',
  validateSearch: importSearch,
  component: lazyScreen(() => import('#web/imports/ImportScreen.tsx'), 'ImportScreen'),
})
const templates = screen('documenttemplates', templateScreens.templates)
const templatePage = createRoute({
  getParentRoute: () => webapp,
  path: 'documenttemplates/page',
  validateSearch: templatePageSearch,
  component: templateScreens.page,
})
const mailTemplates = screen(
  'documenttemplates/emails',
  lazyScreen(() => import('#web/mail-templates/MailTemplatesScreen.tsx'), 'MailTemplatesScreen'),
)
/** Where they were before: bookmarks lead on. */
const formerMailTemplates = createRoute({
  getParentRoute: () => webapp,
  path: 'emailtemplates',
  loader: () => {
    throw redirect({ to: '/webapp/documenttemplates/emails', replace: true })
  },
})
const mails = createRoute({
  getParentRoute: () => webapp,
  path: 'emails',
  validateSearch: mailAddress,
  component: lazyScreen(() => import('#web/mails/MailsScreen.tsx'), 'MailsScreen'),
})
const templateFields = screen('documenttemplates/fields', templateScreens.fields)
const templateGuide = screen('documenttemplates/guide', templateScreens.guide)
const welcome = createRoute({
  getParentRoute: () => webapp,
  path: 'welcome',
  validateSearch: welcomeSearch,
  component: lazyScreen(() => import('#web/welcome/WelcomeScreen.tsx'), 'WelcomeScreen'),
})
const company = screen(
  'company',
  lazyScreen(() => import('#web/company/CompanyScreen.tsx'), 'CompanyScreen'),
)
const users = screen(
  'users',
  lazyScreen(() => import('#web/users/UsersScreen.tsx'), 'UsersScreen'),
)

const recordHistoryScreen = lazyScreen(
  () => import('#web/history/RecordHistoryScreen.tsx'),
  'RecordHistoryScreen',
)
const templateHistory = createRoute({
  getParentRoute: () => webapp,
  path: 'documenttemplates/history',
  validateSearch: withId,
  component: ofRecord(recordHistoryScreen, 'template'),
})
const userHistory = createRoute({
  getParentRoute: () => webapp,
  path: 'users/history',
  validateSearch: withId,
  component: ofRecord(recordHistoryScreen, 'user'),
})
const history = createRoute({
  getParentRoute: () => webapp,
  path: 'history',
  validateSearch: historyAddress,
  component: lazyScreen(() => import('#web/history/HistoryScreen.tsx'), 'HistoryScreen'),
})
const signIns = createRoute({
  getParentRoute: () => webapp,
  path: 'history/signins',
  validateSearch: historyAddress,
  component: lazyScreen(() => import('#web/history/SignInsScreen.tsx'), 'SignInsScreen'),
})

/** The same before somebody is signed in. */
const outside = <const Path extends string>(path: Path, component: ReturnType<typeof lazyScreen>) =>
  createRoute({ getParentRoute: () => root, path, component })

const register = outside(
  'register',
  lazyScreen(() => import('#web/shell/RegisterScreen.tsx'), 'RegisterScreen'),
)
const joinScreen = lazyScreen(() => import('#web/joining/JoinScreen.tsx'), 'JoinScreen')
const join = createRoute({ getParentRoute: () => root, path: 'join', component: joinScreen })
const joinByLink = createRoute({ getParentRoute: () => root, path: 'join/$secret', component: joinScreen })
const login = outside(
  'login',
  lazyScreen(() => import('#web/shell/LoginScreen.tsx'), 'LoginScreen'),
)
const loginFailed = outside(
  'login-failed',
  lazyScreen(() => import('#web/shell/LoginFailedScreen.tsx'), 'LoginFailedScreen'),
)
const logout = outside(
  'logout',
  lazyScreen(() => import('#web/shell/LogoutScreen.tsx'), 'LogoutScreen'),
)

const routeTree = root.addChildren([
  webapp.addChildren([
    dashboard,
    job.addChildren([
      jobDetails,
      jobDocuments,
      jobFinance,
      jobItems,
      jobHouses,
      jobMails,
      jobNotes,
      jobHistory,
    ]),
    jobChange,
    importing,
    contacts,
    contact.addChildren([contactDetails, contactFinance, contactJobs, contactHistory]),
    templates,
    templatePage,
    templateFields,
    templateGuide,
    templateHistory,
    mailTemplates,
    formerMailTemplates,
    mails,
    welcome,
    company,
    users,
    userHistory,
    history,
    signIns,
  ]),
  register,
  join,
  joinByLink,
  login,
  loginFailed,
  logout,
])

/** Another place begins at its top, and Back finds each as far down as it was left. */
export function createAppRouter() {
  let staysInPlace = false
  const router = createRouter({
    routeTree,
    defaultPreload: 'intent',
    scrollRestoration: () => !staysInPlace,
    // On the screen this part scrolls and not the window.
    scrollToTopSelectors: ['#content'],
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
  })
  router.subscribe('onResolved', screenIsShown)
  router.subscribe('onBeforeLoad', ({ fromLocation, toLocation }) => {
    staysInPlace = fromLocation !== undefined && isSamePlace(fromLocation, toLocation)
  })
  return router
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The field of a record that is to have the cursor; an address may name it behind its # instead. */
    field?: string
    /** When it was asked for, where the same field may be asked for again. */
    askedAt?: number
  }
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
