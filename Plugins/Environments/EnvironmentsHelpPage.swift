import SeashellKit

extension HelpPage {
  /// The page `help environments`.
  static let environments = HelpPage(
    "environments",
    """
    Choose the server that requests go to, and add others

    An environment is a server of an API, with a name such as qa or live. 'wh:live' is the environment
    live of the API wh; a name alone is one of the current API. The prompt shows the current
    environment, in red if it is for production. The shell starts on the first of these that is given:

      -e NAME  an option of the program; also API:NAME, once for each API, and [API:]URL
      %environment-variable%  a variable
      environment  a field of config.json
      the built-in one  if none of these is there

      env list  lists the environments of all APIs
      env use NAME  sends further requests to another one, and makes its API the current one
      env show NAME  shows all about one
      env add NAME URL  adds one to config.json, whose comments stay; also 'env edit', 'env remove'

    API:NAME makes that API the current one; of several -e the last does. 'env use API' goes to the
    environment that was last chosen for an API, or its only one. A NAME alone is of the current API, or
    else of '%own-api%'. An environment has its own
    session, stored data and place. Nothing is stored of an address that -e gives, and no stored token,
    key or other credential is sent there. If an API has several environments and no 'default', one of
    them must be chosen.

    --insecure accepts every certificate, and is refused for production. For a certificate of your own
    authority, set certificateAuthorities instead; a server that wants a certificate of yours gets that
    of clientCertificate. Proxies come from the variables http_proxy, https_proxy, all_proxy and
    no_proxy, as in curl; requests to this machine need none.

    Examples:
      env list  lists the environments
      env show  shows the address, the limits and the timeouts of the current one
    """)
}
