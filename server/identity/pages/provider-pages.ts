import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { Html, html, page, pageHeaders, type PageContent } from './page-layout.ts'
import { TEMPORARILY_UNAVAILABLE } from '#server/identity/provider/provider-failures.ts'

function send(ctx: KoaContextWithOIDC, content: PageContent): void {
  for (const [header, value] of Object.entries(pageHeaders(content.script))) ctx.set(header, value)
  ctx.body = page(content)
}

const SUBMIT = 'document.forms[0].submit()'

/** `form` is the provider's own; it carries the proof that the person and nobody else asks for this. */
export function renderSignOut(ctx: KoaContextWithOIDC, form: string, productName: string): void {
  // Only the application that signed this person in can show their ID token; it may sign them out unasked.
  const asked = ctx.oidc.entities.IdTokenHint?.payload.sub === ctx.oidc.session?.accountId
  const body = html`
${new Html(form)}
<p>${asked ? 'Signing Out...' : 'Do you want to sign out?'}</p>
<input type="hidden" form="op.logoutForm" name="logout" value="yes">
<div class="actions">
<button class="primary" form="op.logoutForm">Sign out</button>
</div>`
  send(ctx, { title: 'Sign out', productName, body, ...(asked ? { script: SUBMIT } : undefined) })
}

export function renderSignedOut(ctx: KoaContextWithOIDC, productName: string): void {
  const body = html`<p>You are signed out.</p><p><a href="/login">Sign in again</a></p>`
  send(ctx, { title: 'Signed out', productName, body })
}

export function renderError(ctx: KoaContextWithOIDC, out: ErrorOut, productName: string): void {
  if (out.error === TEMPORARILY_UNAVAILABLE) {
    const body = html`
<p class="alert" role="alert">${out.error_description ?? 'The sign-in is not available right now.'}</p>
<p>Wait a moment, then <a href="/login">sign in again</a>.</p>`
    return send(ctx, { title: 'Sign-in not available', productName, body })
  }
  const body = html`
<p>The sign-in could not continue. Start again from the sign-in page; if it happens again, tell the operator of this service what it says below.</p>
<p class="alert">${out.error}: ${out.error_description ?? 'no description'}</p>
<p><a href="/login">Sign in</a></p>`
  send(ctx, { title: 'Sign-in stopped', productName, body })
}
