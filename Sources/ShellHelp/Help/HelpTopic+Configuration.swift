import ShellCommands
import ShellRuntime

/// The pages about servers, files and signing in.
extension HelpTopic {
  static func environments(_ identity: ShellIdentity) -> HelpTopic {
    HelpTopic(
      name: "environments",
      abstract: "Choose the server that requests go to, and add others",
      text: """
        An environment is a server of an API, with a name such as qa or live. 'wh:live' is the \
        environment live of the API wh; a name alone is one of the current API. The prompt shows the \
        current environment, in red if it is for production. The shell starts on the first of these \
        that is given:

          -e NAME  an option of the program; also API:NAME, once for each API, and [API:]URL
          \(identity.environmentVariable)  a variable
          environment  a field of config.json
          the built-in one  if none of these is there

          env list  lists the environments of all APIs
          env use NAME  sends further requests to another one, and makes its API the current one
          env show NAME  shows all about one
          env add NAME URL  adds one to config.json, whose comments stay; also 'env edit', 'env remove'

        API:NAME makes that API the current one; of several -e the last does. An environment has its own \
        session, stored data and place. Nothing is stored of an address that -e gives, and no stored \
        token, key or other credential is sent there. If an API has several environments and no \
        'default', one of them must be chosen.

        --insecure accepts every certificate, and is refused for production. For a certificate of \
        your own authority, set certificateAuthorities instead; a server that wants a certificate of yours \
        gets that of clientCertificate. Proxies come from the variables http_proxy, https_proxy, \
        all_proxy and no_proxy, as in curl; requests to this machine need none.
        """,
      examples: [
        .init("env list", "lists the environments"),
        .init("env show", "shows the address, the limits and the timeouts of the current one"),
      ])
  }

  static func configuration(
    _ identity: ShellIdentity, _ variables: [ProgramFacts.Entry]
  ) -> HelpTopic {
    let name = identity.name
    let variables = variables.map { "  \($0.name)  \($0.meaning)" }
    return HelpTopic(
      name: "configuration",
      abstract: "The files of the shell, and every field of config.json",
      text: """
          $XDG_CONFIG_HOME/\(name)/config.json  APIs, environments, and settings of modules
          $XDG_CONFIG_HOME/\(name)/rc.sea  a script that the prompt runs first, for aliases and 'set'
          $XDG_STATE_HOME/\(name)  the history, the sessions, stored data, added modules, what was read of descriptions
          $XDG_DATA_HOME/\(name)  the database of the embedded API, if there is one

        If these variables are not set, they are ~/.config, ~/.local/state and ~/.local/share. \
        config.json is JSON5: comments, single quotes and bare names are allowed. It is read when the \
        shell starts, so start it again after a change of your own. 'env add', 'api add' and the like \
        change it too, and leave comments and other fields as they are.

        { environment: 'qa', environments: { qa: { baseURL: 'https://api.example.com' } } }

          environment  text: the environment to start on, NAME or API:NAME
          environments  an object: the environments of the shell's own API, each name with its fields
          apis  an object: other APIs, each name with its fields
          NAME  an object: the section of the module that asks for it

        The fields of an environment, of which only baseURL is required:

          baseURL  text: an https or http address
          version  text, such as 'v1', that precedes every path; default: none
          format  'plain', 'container' or 'jsonapi': how resources are wrapped; default: 'plain'
          keys  'snake' or 'camel': how fields are spelled; default: 'snake'
          production  true or false: the prompt and questions name it, 'api' and operations ask before they write, and --insecure is refused; default: false
          timeouts.connect  seconds until there is a connection; default: 10
          timeouts.firstByte  seconds until the answer begins; default: 30
          timeouts.stall  seconds without any data; default: 30
          timeouts.whole  seconds for a request with all its tries and the waits between them; default: 300
          limits.header  bytes of an answer's header; default: 65536
          limits.body  bytes of an answer's body; default: each request's own, usually 33554432
          limits.redirects  a count from 0 to 20; default: 5
          certificateAuthorities  a PEM file, relative to config.json; default: the system's
          clientCertificate  an object, see below: a certificate that says who you are; default: none
          retries  a count from 0 to 20: how often a request that fails is sent again; default: 3
          idempotencyKeys  true or false: whether the server carries out writes with the same Idempotency-Key once, so that one whose answer was lost may be sent again; default: false
          headers  an object: header fields that each request gets; default: none
          query  an object: query parameters that each request gets; default: none
          auth  an object, or a list of objects that are used together: how to sign in; default: as the API's description says

        The value in headers and query is a text, or { env: 'NAME' } for a variable, which is read when \
        the shell starts. Keep keys in variables, where they are never shown:

          headers: { 'X-API-Key': { env: 'SHOP_KEY' } }

        The fields of clientCertificate are certificate, a PEM file; key, the PEM file of its private key, \
        unless the first file has both; and password, { env: 'NAME' }, if the key is encrypted. Paths are \
        relative to config.json, or begin with ~/. Nobody but you may be able to read the key: chmod 600. \
        The certificate is presented to the server of baseURL alone, and never after a redirect elsewhere:

          clientCertificate: {
            certificate: '~/qa.pem', key: '~/qa.key',
            password: { env: 'QA_KEY' } }

        What a command gives itself is sent instead. Nothing of it goes to another server, and what comes \
        from a variable, or has the name of a credential, goes only over https or to this machine.

        auth says how to sign in, and where the key, password or token is, which is never in config.json \
        itself. SOURCE is { env: 'NAME' } for a variable, { file: '~/.secrets/shop' } for a file that only \
        you can read, or { command: ['pass', 'show', 'shop'] } for what a program prints:

          auth: { type: 'bearer', token: { env: 'SHOP_TOKEN' } }

        The types, with their other fields:

          apiKey  in, which is 'header', 'query' or 'cookie'; name, such as 'X-API-Key'; value: SOURCE
          basic  user, a text or SOURCE; password: SOURCE
          bearer  token: SOURCE
          oauth2  flow: 'clientCredentials'; tokenURL, or issuer, an https address; clientID, a text or SOURCE; clientSecret: SOURCE; scopes, a list
          session  the sessions of the shop, at /session
          none  no credentials

        A program runs without a shell and a terminal, for 30 seconds at most. It and a file are refused if \
        other users can change them. Beside a program, store: { command: ['PROGRAM', …] } names the one that \
        stores a secret, which it reads from its standard input. The variables that config.json names in \
        headers, query and auth are not passed on to programs that the shell runs, and $NAME does not show \
        them; the likes of PATH and USER stay.

        The fields of an API, none of which is required; 'help apis' tells how to use one:

          description  a file, relative to config.json, or an https or http address; default: none
          environments  an object: its environments, with the fields above
          default  text: the environment to begin with; default: the only one
          headers query auth  as those of an environment, for all environments of the API
          allowedOrigins  a list of origins to which operations may send requests besides the environment's
          variables  an object: values of the variables in the description's servers
          reads  a list such as ['POST /search']: operations that change nothing, whatever their method
          names  an object such as { listItems: 'items all' }: the commands of operations, by their ids
          paging  an object with style, which is link, jsonapi, number, offset, cursor or url, and what \
        differs from what is usual, such as { style: 'offset', offset: 'skip' }; default: what the pages \
        themselves show

        A mistake is reported with its line and field. --config FILE reads that file in place of \
        config.json, such as one that a team shares; it must be there, and paths in it begin at its \
        folder. --no-config reads neither config.json nor rc.sea, and loads no added modules. \
        Settings of the shell itself are in 'help set'.

        Variables of the process's environment:

        \(variables.joined(separator: "\n"))
        """,
      examples: [
        .init("env show -o json", "shows the values of the current environment")
      ])
  }

  static func sessions(_ identity: ShellIdentity) -> HelpTopic {
    let name = identity.name
    return HelpTopic(
      name: "sessions",
      abstract: "Sign in and out, tokens, and access in CI",
      text: """
        'session login' asks for what the API needs: a user and a password, a key, a token, or the id and \
        the secret of a client of OAuth. Its description says which, or 'auth' in config.json, which \
        replaces the description. 'session login wh' is for the API wh, 'session login wh:live' for one of its \
        environments; --scheme chooses among several ways. 'session status' shows who is signed in, until \
        when and with which scopes, with --all for all APIs; 'session refresh' renews tokens now, and \
        'session logout' ends the session. 'session token' prints the header field that is sent.

        Each operation gets the credentials that its description says, and one with 'security: []' gets \
        none; what 'auth' says goes with each request. A request that is refused with 401 at the prompt offers \
        to sign in, and is sent once more; after one 'n' there is no offer until you sign in. \
        An expired access token is renewed automatically, by one shell for all that run.

        What you sign in with is stored in a file that only you can read, for each environment and each \
        way. It goes only to the server it was given for, and only over https or to this machine. If a \
        description has tokens requested at another server, you are asked first. The history, -v, --curl \
        and error messages never show passwords, keys or tokens. --anonymous, or 'set anonymous on', sends \
        no credential at all.

        In a script, the secret comes from a variable or from standard input, never from an argument:

          \(name) session login wh --user ada --password-env WH_PW
          \(name) session login --user ada --password-stdin < password.txt

        In CI, let config.json say where the secrets are; they are not stored ('help configuration' \
        has all types). Without value or token, 'session login' asks for it:

          apis: { wh: { auth: { type: 'apiKey', in: 'header',
            name: 'X-API-Key', value: { env: 'WH_KEY' } } } }
          apis: { jp: { auth: { type: 'bearer' } } }

        Or set the variable \(identity.tokenVariable) to an access token. It is used for the \
        environment on which \(name) starts, is not stored, not renewed, and not passed on to programs \
        that the shell runs. \(identity.tokenVariable)_WH is a token for the API wh. Status 4 means not \
        signed in (error.code unauthorized), or not allowed (forbidden).
        """,
      examples: [
        .init("session status", "shows who is signed in, and where"),
        .init("session status -o json", "shows the same for a program"),
      ], module: "session")
  }
}
