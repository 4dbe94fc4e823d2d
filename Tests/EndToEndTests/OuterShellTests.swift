import Foundation
import TestSupport
import Testing

/// Tab in bash, zsh and fish, with the scripts of `complete --script`.
@Suite(.mayBlock) struct OuterShellTests {
  /// A shell in which a user types the program's words.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// The path of the program in Debian.
    var program: String { "/usr/bin/\(self)" }

    /// The arguments that keep the shell from reading the machine's own settings.
    var arguments: [String] {
      switch self {
      case .bash: ["--norc", "--noprofile", "-i"]
      case .zsh: ["-f", "-i"]
      case .fish: ["--no-config", "-i"]
      }
    }

    /// The settings that load the script in a new shell, and set the prompt.
    func settings(_ loading: Loading) -> String {
      switch (self, loading) {
      case (.bash, .sourced): "source <(seashell complete --script bash); PS1='outer> '"
      // As the package bash-completion does at the first Tab after the program's name.
      case (.bash, .installed):
        "lazy() { source share/bash && return 124; }; complete -D -F lazy; PS1='outer> '"
      case (.zsh, .sourced):
        "autoload -Uz compinit; compinit -u -D; source <(seashell complete --script zsh); "
          + "unsetopt zle_bracketed_paste 2> /dev/null; PROMPT='outer> '"
      case (.zsh, .installed):
        "fpath=($PWD/share $fpath); autoload -Uz compinit; compinit -u -D; PROMPT='outer> '"
      case (.fish, .sourced):
        "seashell complete --script fish | source; function fish_prompt; echo -n 'outer> '; end"
      case (.fish, .installed):
        "set -p fish_complete_path $PWD/share; function fish_prompt; echo -n 'outer> '; end"
      }
    }

    /// The name of the script's file in a folder for such scripts.
    var file: String {
      switch self {
      case .bash: "bash"
      case .zsh: "_seashell"
      case .fish: "seashell.fish"
      }
    }

    /// Whether candidates are listed with their descriptions.
    var showsDescriptions: Bool { self != .bash }
  }

  enum Loading: CaseIterable { case sourced, installed }

  /// A user at the prompt of a shell that completes the program's words.
  private static func user(of shell: Shell, _ loading: Loading = .sourced) throws -> PromptUser {
    guard FileManager.default.isExecutableFile(atPath: shell.program) else {
      throw Missing(shell: shell)
    }
    let sandbox = try Sandbox()
    try sandbox.file("script.sea", "print x\n")
    try sandbox.file("two words.sea", "print x\n")
    try FileManager.default.createDirectory(
      at: sandbox.home.appending(path: "share"), withIntermediateDirectories: true)
    let script = try sandbox.seashell("complete", "--script", shell.rawValue)
    try sandbox.file("share/\(shell.file)", script.output)
    let user = try PromptUser(
      shell.arguments, in: sandbox, columns: 100, rows: 50, program: shell.program,
      environment: ["PS1": "start> ", "PROMPT": "start> "])
    try user.see("a prompt") { !$0.cursorLine.before.isEmpty }
    try user.type(shell.settings(loading) + "\r")
    try user.seePrompt("outer> ")
    return user
  }

  struct Missing: Error, CustomStringConvertible {
    let shell: Shell
    var description: String {
      "\(shell.program) IS NOT INSTALLED, so completion in \(shell) is not tested; "
        + "install the Debian package '\(shell)'"
    }
  }

  @Test(arguments: Shell.allCases, Loading.allCases)
  func `Tab completes commands, ids, options, environments and files`(
    shell: Shell, loading: Loading
  ) throws {
    let user = try Self.user(of: shell, loading)
    for (typed, whole) in [
      ("seashell prod\t", "seashell products "),
      ("seashell products sh\t", "seashell products show "),
      ("seashell products show p-33\t", "seashell products show p-33 "),
      ("seashell -e em\t", "seashell -e embedded "),
      ("seashell --env=em\t", "seashell --env=embedded "),
      ("seashell products list --sort=na\t", "seashell products list --sort=name "),
      ("seashell on api.data.ins\t", "seashell on api.data.inserted "),
      ("seashell open prod\t", "seashell open products/"),
      ("seashell -f scr\t", "seashell -f script.sea "),
      ("seashell -f two\t", #"seashell -f two\ words.sea "#),
      // zsh leaves the quotes open.
      (
        "seashell -c 'products show p-33\t",
        "seashell -c 'products show p-33" + (shell == .zsh ? "" : " '")
      ),
      ("seashell products show zzz\t", "seashell products show zzz"),
    ] {
      try user.type(typed)
      // fish shows a bright hint after the cursor, and may add a blank after a closing quote.
      try user.see("'\(whole)'") {
        let before = $0.cursorLine.before
        return before == "outer> " + whole || before == "outer> \(whole) "
      }
      try user.type("\u{15}")
      try user.seePrompt("outer> ")
    }
  }

  @Test(arguments: Shell.allCases.filter(\.showsDescriptions))
  func `candidates in other shells are listed with descriptions`(shell: Shell) throws {
    let user = try Self.user(of: shell)
    try user.type("seashell products show p-4\t")
    try user.see("Heavy cotton apron")
    try user.see("p-40")
  }

  @Test func `bash completes a word with blanks in the quotes that the user has opened`() throws {
    let user = try Self.user(of: .bash)
    for (typed, whole) in [
      ("seashell -f 'two w\t", "seashell -f 'two words.sea' "),
      (#"seashell -c products\ rela"# + "\t", #"seashell -c products\ related\ "#),
      (#"seashell -c "products rela"# + "\t", #"seashell -c "products related "#),
      ("true | seashell env us\t", "true | seashell env use "),
    ] {
      try user.type(typed)
      try user.see("'\(whole)'") { $0.cursorLine.before.hasPrefix("outer> " + whole) }
      try user.type("\u{15}")
      try user.seePrompt("outer> ")
    }
  }
}
