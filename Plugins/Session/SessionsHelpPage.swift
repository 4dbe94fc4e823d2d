import SeashellKit

extension HelpPage {
  /// The page `help sessions`.
  static let sessions = HelpPage(
    "sessions",
    """
    Sign in and out, tokens, and access in CI

    'session login' asks for what the API needs: a user and a password, a key, a token, or the id and
    the secret of a client of OAuth; or it opens a browser to sign in with, or shows a code to enter in
    one. Its description says which, or 'auth' in config.json, which replaces the description. 'session
    login wh' is for the API wh, 'session login wh:live' for one of its environments; --scheme chooses
    among several ways. 'session status' shows who is signed in,
    until when and with which scopes, with --all for all APIs; 'session refresh' renews tokens now, and
    'session logout' ends the session. 'session token' prints the header field that is sent.

    Each operation gets the credentials that its description says, and one with 'security: []' gets
    none; what 'auth' says goes with each request. A request that is refused with 401 at the prompt, or
    with 403 if it had no credential, offers to sign in, and is sent once more; after one 'n' there is no offer until you sign in. An
    expired access token is renewed automatically, by one shell for all that run.

    What you sign in with is stored in a file that only you can read, for each environment and each way.
    It goes only to the server it was given for, and only over https or to this machine. If a
    description has you sign in or tokens requested at another server, you are asked first. The history, -v, --curl and
    error messages never show passwords, keys or tokens. --anonymous, or 'set anonymous on', sends no
    credential at all.

    In a script, the secret comes from a variable or from standard input, never from an argument:

      %program% session login wh --user ada --password-env WH_PW
      %program% session login --user ada --password-stdin < password.txt

    In CI, let config.json say where the secrets are; they are not stored ('help configuration' has all
    types). Without value or token, 'session login' asks for it:

      apis: { wh: { auth: { type: 'apiKey', in: 'header',
        name: 'X-API-Key', value: { env: 'WH_KEY' } } } }
      apis: { jp: { auth: { type: 'bearer' } } }

    Or set the variable %token-variable% to an access token. It is used for the environment on which
    %program% starts, is not stored, not renewed, and not passed on to programs that the shell runs.
    %token-variable%_WH is a token for the API wh. Status 4 means not signed in (error.code
    unauthorized), or not allowed (forbidden).

    Examples:
      session status  shows who is signed in, and where
      session status -o json  shows the same for a program
    """)
}
