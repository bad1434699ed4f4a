const answersProvider = /[#?&](code|error)=.*[#?&]?state=|[#?&]state=.*[#?&](code|error)=/

/**
 * When MSAL renews a token in a hidden frame, the provider sends that frame to /webapp. This hands the
 * reply to the page outside and answers true: then nothing of the application must start. To be called
 * before anything else, and before anything large is loaded.
 */
export async function answerSilentFrame(): Promise<boolean> {
  if (window.parent === window) return false
  if (!answersProvider.test(location.hash + location.search)) return false
  const { broadcastResponseToMainFrame } = await import('@azure/msal-browser/redirect-bridge')
  await broadcastResponseToMainFrame()
  return true
}
