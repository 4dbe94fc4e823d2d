import ShellCommands
import ShellRuntime

extension HelpTopic {
  static var places: HelpTopic {
    HelpTopic(
      name: "places",
      abstract: "Work on one thing without writing its id again",
      text: """
        'open PATH' moves to a place such as products/p-7, which the prompt then shows. There, any \
        command may leave out the arguments that the place gives: 'reviews list' lists the reviews of \
        p-7. The commands of the module that has the place need no module name: 'show' shows p-7. Nor do \
        those of other modules that need what the place names, if no two of them claim the word: \
        'summary' sums up the reviews of p-7. What you write wins over the place, and a place wins over \
        no module or command of the shell.

        A path leads from the current place, or else from the root: at products/p-7, 'open reviews' \
        moves to products/p-7/reviews. '/' at the beginning means the root, '..' the place above, and \
        Tab shows what can follow. 'back' returns to the place before, 'home' leaves all places, 'pwd' \
        prints the path.
        """,
      examples: [
        .init("open products/p-7; show; reviews list", "moves to a product and looks at it"),
        .init("open products/p-7; summary", "sums up its reviews"),
        .init("open products/p-7; open ../p-8; pwd", "moves from there to p-8"),
        .init("open products/p-7; open reviews; back; pwd", "returns to the place before"),
      ])
  }
}
