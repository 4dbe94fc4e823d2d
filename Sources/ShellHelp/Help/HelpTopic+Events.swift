import ShellCommands
import ShellRuntime

/// The pages about events and modules.
extension HelpTopic {
  static var events: HelpTopic {
    HelpTopic(
      name: "events",
      abstract: "See what happens, and react to it",
      text: """
        Modules tell each other what happens by events: data was changed, somebody signed in, a job \
        has ended. An event has a name with dots and fields.

          events  lists the last ones
          events watch  shows them as they come, with changes by others if the server reports them
          on EVENT do COMMAND  runs a command for each: see 'help rules'
          events post NAME FIELD=VALUE…  posts one of your own
          watch COMMAND  shows results, and again when events touch them

        These are the shell's own; modules add theirs, such as reviews.review.added:

          api.data.inserted  also updated, deleted and invalidated: data with resource and id
          api.unconnected  also api.reconnected, api.unauthorized and api.forbidden
          queue.write.added  also queue.write.sent and queue.write.failed: a write that waits
          session.signed.in  also session.signed.out
          environment.changed  another environment was chosen
          authorization.changed  requests get credentials from now on, or no more
          shell.job.finished  also shell.command.finished and shell.location.changed
          shell.module.loaded  also shell.module.unloaded

        'api.data.*' means all names that begin so. Each event from a server is delivered once.
        """,
      examples: [
        .init("events --name 'api.data.*'; print done", "lists the changes of data"),
        .init("events post shop.opened floor=2; events --name shop.opened", "posts an event"),
        .init("on shop.opened --once do print $event.floor", "reacts to the next one"),
      ])
  }

  static var modules: HelpTopic {
    HelpTopic(
      name: "modules",
      abstract: "What modules are, and how to add or write one",
      text: """
        Every command with two words belongs to a module: 'env list' is the command list of \
        the module env. 'modules list' lists the modules.

        A module can be a program of your own, in any language: a server of the Model Context \
        Protocol (MCP), or with --program one that describes its commands as JSON. 'modules add' \
        shows what it offers and asks first; its commands then have help, completion and records \
        like all others. It is started when one of them runs.

          modules add NAME -- COMMAND WORD…  adds a server on this machine
          modules add NAME --url https://…  adds a remote one
          modules add --from FILE  lists the servers that another program's file has
          modules info NAME  shows what is known of one, and what it may request
          modules check NAME  lists what its author should mend
          modules log NAME  shows what it wrote to standard error
          modules disable NAME  and enable, remove, reload, trust do what they say
          modules new NAME  writes the package of a module in Swift

        A module sends requests only as 'modules add --allow' permits, and never sees a token. \
        --with NAME=COMMAND on the program's command line uses one for a single run. 'mcp' does the \
        opposite: it offers this shell's commands to AI assistants.
        """,
      examples: [
        .init("modules list", "lists the modules"),
        .init("modules grep disable", "finds commands by their descriptions"),
      ])
  }

  static func keys(_ identity: ShellIdentity) -> HelpTopic {
    HelpTopic(
      name: "keys",
      abstract: "The keys at the prompt, in watch and in the pager",
      text: """
        The prompt is GNU Readline, so the usual keys of bash work; ~/.inputrc can change them, \
        also under '$if \(identity.name)', and choose vi's keys with 'set editing-mode vi'.

          Tab  completes, or shows what can follow
          Ctrl-R  searches the history backwards; Up and Down walk through it
          Ctrl-C  drops the line, or cancels what runs; again: leaves it behind
          Ctrl-D  on an empty line leaves the shell
          Ctrl-L  clears the screen
          Ctrl-A Ctrl-E  go to the beginning and the end of the line
          Alt-B Alt-F  go a word back and forward
          Ctrl-W Ctrl-U Ctrl-K  delete the word before, all before, all after the cursor
          Ctrl-Y  inserts what was deleted last
          Alt-.  inserts the last word of the line before
          Ctrl-_  undoes
          Ctrl-X Ctrl-E  edits the line in $VISUAL or $EDITOR

        On the screen of 'watch':

          q Ctrl-C  leave
          Up Down k j  scroll by a line; Page Up, Page Down, b and Space by a screen
          g G Home End  go to the first and the last line
          / n N  search; the next match, the one before
          Ctrl-L  draws the screen again

        Long results are in $PAGER, usually less: q leaves, / searches, Space goes on. A line that \
        begins with a blank stays out of the history. 'quit' and '?' work at the prompt as 'exit' \
        and 'help' do.
        """,
      examples: [
        .init("set pager", "shows the program for long results")
      ])
  }
}
