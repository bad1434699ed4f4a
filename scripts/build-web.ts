import { buildWebIfStale } from '#server/web-build.ts'

console.log(`Web pages: ${await buildWebIfStale({ log: console.log })}.`)
