import SeashellKit

extension HelpPage {
  /// The page `help apis`.
  static let apis = HelpPage(
    "apis",
    """
    Add an API by its OpenAPI description, and use it

    An API is a service with a name, environments (its servers), and commands. '%own-api%' is the
    shell's own. Others are added by an OpenAPI description, which was called Swagger once:

      api add NAME URL  adds an API by the address of its description, or by its own
      api add NAME FILE --url URL  adds one whose description is a file
      api add NAME URL --header NAME:VALUE  reads a description that needs a credential
      api add NAME --from-curl  adds the API of a request that a browser has copied as cURL
      api list  lists the APIs
      api show NAME  lists the operations of one, each with its command
      help NAME  lists its groups of commands, under the tags of the description
      help NAME WORD…  finds its commands by words, also of ids, paths and tags, whichever API is current
      NAME GROUP COMMAND WORD…  sends the request of an operation, as 'help NAME GROUP COMMAND' says
      NAME GROUP WORD…  does so for the only command of a group, unless WORD is like a command's name
      NAME GROUP list WORD…  searches, if the operation has a parameter q, query or search for it
      NAME ID WORD…  does the same by the operation's id, which never changes; HEAD and OPTIONS have no other name
      api refresh NAME  reads the description again, and shows what has changed
      api remove NAME  removes the API

    A request's body is made of options or words, with dots for what is in other properties:

      --name Anchor --address.city Delft  gives properties by options, which Tab completes
      name=Anchor address.city=Delft  does the same by words
      price:=3 tags:='["a"]'  gives JSON
      note=@FILE data:=@FILE  reads a text, or JSON, from a file; in a form a file is sent
      --body @FILE  sends a whole body
      --example-body  prints an example of the body, and sends nothing

    At a prompt, an edit without any of these asks for each property and shows its present value.

    A list inside an object is shown as the list. Of what is listed in pages the first one is shown:

      --all  lists every page; --max-pages N lists so many
      NAME GROUP more  lists the next page of the last list; NAME GROUP refresh lists that again
      --raw  shows what the server sent
      --dry-run  shows the request, also as a line of curl, and sends nothing
      --no-check  sends values that the description forbids, with a warning; it may be wrong

    A stream of events is followed, with a record for each, until Ctrl-C.

    Tab completes an id from what was listed before, and asks the operation that lists it for its
    first page, or for what it finds for the typed word, but never in production. 'open items/3' moves
    to what an operation shows, where 'show' and the other commands of the group need neither group
    nor id. How lists are paged is found by looking at them, as 'help paging' says. A group's name may
    be typed in singular: 'NAME item list'.

    One API is the current one, which the prompt shows: 'ENVIRONMENT>' is one of '%own-api%',
    'API:ENVIRONMENT>' one of another API. The commands of the current API need no name before them,
    those of others do: 'api list' gives the names. 'env', 'api', 'session', 'queue' and 'modules' work
    whatever API is current. In a script for which only %environment-variable% says the current API,
    every command needs its API's name.

      env use NAME:ENVIRONMENT  makes an environment and its API current; 'env use NAME' its only one
      -e NAME:ENVIRONMENT  does so for one run of %program%, also for several APIs: -e A:dev -e B:qa
      env add NAME:ENVIRONMENT URL  adds an environment; 'env edit' and 'env remove' change it
      api get NAME:PATH  sends any request, with or without a description

    A job, a rule and 'watch' keep the API and the environment that were current when their line was
    read. 'on NAME:api.data.* do …' is for changes in one API.

    'session login NAME' signs in as the description says; 'auth' in config.json says it where the
    description does not ('help sessions'). An access token can be given in %token-variable%_NAME. No
    key and no token goes to another server. 'api add --help' tells of descriptions that need one.

    For a team or for CI, commit a configuration with the description beside it, and start with
    '%program% --config FILE'. It needs no folder to write to. An API of yours with the same name is
    another one.

    Examples:
      api list  lists the APIs, and marks the current one
      env list  lists the environments of all APIs
    """)
}
