import { expect, test } from 'vitest'
import { startAuthorization } from '#testing/identity.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { testProvider } from '#testing/test-provider.ts'
import { SIGN_UP_POLICY } from '#server/identity/provider/policies.ts'

const ann = { email: 'ann@example.com', name: 'Ann Lee', company: 'Quay', password: 'seven silver seas' }

const server = testProvider({ options: { publicUrl: 'https://lading.example' } })

/** A visitor that notes what each cookie was set with. */
class Noting extends TestVisitor {
  readonly set = new Map<string, string[]>()

  override async send(...args: Parameters<TestVisitor['send']>): ReturnType<TestVisitor['send']> {
    const reply = await super.send(...args)
    for (const line of reply.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(/; */)
      const kept = attributes.filter(attribute => !/^(expires|max-age)=/i.test(attribute))
      const paths = kept.map(attribute => attribute.replace(/(?<=\/)[\w-]{43}$/, '{uid}').toLowerCase())
      this.set.set(pair.split('=')[0] ?? '', paths.sort())
    }
    return reply
  }
}

test('over https every cookie is one that this host alone can set and that no script reads', async () => {
  const visitor = new Noting(server.app)
  const visit = await startAuthorization([], SIGN_UP_POLICY, { visitor })
  const page = await visitor.submit(visit.page, 'sign-up', ann)
  expect(page.url).toMatch(/^https:\/\/lading\.example\/webapp#code=/)
  const everywhere = ['httponly', 'path=/', 'samesite=lax', 'secure']
  const under = (path: string) => ['httponly', `path=${path}`, 'samesite=lax', 'secure']
  const interaction = under('/identity/b2c_1_signup/interaction/{uid}')
  const resume = under('/identity/b2c_1_signup/oauth2/v2.0/authorize/{uid}')
  expect(Object.fromEntries(visitor.set)).toEqual({
    '__Host-known_browser': everywhere,
    '__Host-session': everywhere,
    '__Host-session.sig': everywhere,
    '__Secure-interaction': interaction,
    '__Secure-interaction.sig': interaction,
    '__Secure-interaction_resume': resume,
    '__Secure-interaction_resume.sig': resume,
  })
  const account = await visitor.open('https://lading.example/identity/account', '-')
  expect(account.text).toContain('<h1>My account</h1>')
})
