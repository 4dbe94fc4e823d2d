import ShellCommands
import ShellRuntime

extension HelpTopic {
  static var rules: HelpTopic {
    HelpTopic(
      name: "rules",
      abstract: "React to events, watch results, and run jobs",
      text: """
        'on EVENT do COMMAND…' runs a statement for each event of that name; 'events' shows which \
        events there are, and 'api.data.*' means all names that begin so. 'API:' before the name chooses \
        the events of one API. 'where' chooses among them: \
        on api.data.inserted where resource ~ items do …. In the statement, $event is the event: \
        $event.resource is its field. It sends its requests to the environment that was current when the \
        rule was made. The statement goes up to ';' or the end of the line, with its \
        pipes. 'on' lists the rules, 'off N' removes one.

        A rule's runs are jobs, one after another. At a prompt 'jobs' lists them, and 'jobs show N' \
        shows what one has printed; only failures are reported at once. An event that a run causes does not start the same \
        rule again. After five failures in a row a rule stops. --once ends it after one run; \
        --debounce MS waits until no further event has come for so long.

        In a script, rules and then 'wait' make a worker: it runs until SIGTERM and finishes what it \
        began. With --durable NAME it keeps its place in the server's events, and after a restart \
        misses none.

        A statement that ends with '&' runs as a job beside the prompt; 'jobs' lists the jobs, 'jobs \
        show N' what one has printed, 'wait' waits, 'cancel N' cancels. 'watch COMMAND…' shows results \
        and shows them again whenever they change.
        """,
      examples: [
        .init(
          "on api.data.inserted do print $event.resource",
          "prints where something was added; at a prompt for 'jobs show'"),
        .init(
          "on api.data.* where resource ~ reviews --once do products list | first 1",
          "reacts once to a change of reviews"),
        .init(
          "on orders.* do print $event.name; on; off 1", "makes a rule, lists the rules, removes it"
        ),
        .init("events post stock.counted products=50", "posts an event of your own"),
        .init("products list --all > all.tsv &", "writes a file in the background"),
      ])
  }
}
