import ShellCommands
import ShellOutput
import ShellRuntime
import Glibc
import SeashellTesting
import Testing

@testable import ShellTerminal

extension LineTests {
  /// Lines edited in an editor, which is a shell script here.
  @MainActor @Suite(.serialized) struct EditorTests {
    private static let keys = "\u{18}\u{5}"

    let folder: TemporaryFolder
    let pty: Pty

    init() throws {
      folder = try TemporaryFolder()
      pty = try Pty(history: folder.file("history"))
      // It shows the text that it was given, and writes the typed text.
      try use(
        """
        echo "$1" > FOLDER/path
        echo "mode $(stat -c %a "$1"), text '$(cat "$1")'"
        read -r line
        printf '%s\\nmore\\n' "$line" > "$1"
        """)
    }

    /// Uses a script as the editor, run by sh for the reason given in `ScreenBench`.
    private func use(_ script: String) throws {
      let path = try folder.write("editor", script.replacing("FOLDER", with: folder.path))
      useEditor(["EDITOR": "sh \(path)"])
    }

    private func useEditor(_ variables: [String: String]) {
      let variables = variables.merging(["TMPDIR": folder.path]) { $1 }
      pty.reader.editor = TextEditor { variables[$0] }
    }

    /// Whether the last edited file still exists.
    private var isFileThere: Bool {
      get throws {
        let path = try folder.read("path").split(separator: "\n").first.map(String.init) ?? ""
        #expect(path.hasPrefix(folder.path) && path.hasSuffix(".txt"))
        return access(path, F_OK) == 0
      }
    }

    @Test func `the edited text becomes the line, and the editor's file is removed`() async throws {
      let before = pty.settings
      let task = try await pty.read()
      pty.type("half" + Self.keys)
      try await pty.see("mode 600, text 'half'\r\n")
      #expect(pty.settings.c_lflag & UInt32(ICANON) != 0)
      #expect(try isFileThere)
      pty.type("whole\n")
      #expect(try await task.value == "whole\nmore")
      try await pty.see("> whole\r\n")
      try await pty.see("more\r\n")
      #expect(try !isFileThere)
      #expect(pty.settings.c_lflag == before.c_lflag)
      #expect(try await pty.line("next\r") == "next")
    }

    @Test func `a notice waits until the editor has ended, and the main actor does not`()
      async throws
    {
      let task = try await pty.read()
      pty.type(Self.keys)
      try await pty.see("text ''")
      pty.reader.notify("meanwhile")
      #expect(pty.reader.isReading)
      pty.type("x\n")
      #expect(try await task.value == "x\nmore")
      let shown = try await pty.see("> x\r\n")
      #expect(shown.contains("meanwhile\r\n"))
    }

    @Test(arguments: [
      ("exit 3", "'sh' ended with status 3, so the text stays as it was"),
      ("kill -9 $$", "'sh' was ended by signal 9, so the text stays as it was"),
      ("printf '\\303(' > \"$1\"", "cannot read what 'sh' has written: it is not UTF-8"),
      ("rm \"$1\"", "cannot read what 'sh' has written: No such file or directory"),
      (": > \"$1\"", ""), ("echo > \"$1\"", ""),
    ])
    func `without new text from the editor the line stays unchanged`(
      script: String, notice: String
    ) async throws {
      try use(script)
      let task = try await pty.read()
      pty.type("half" + Self.keys)
      try await pty.see("half")
      if !notice.isEmpty { try await pty.see(notice) }
      try await pty.see("> half")
      pty.type(" more\r")
      #expect(try await task.value == "half more")
    }

    @Test func `a missing editor is reported`() async throws {
      useEditor(["EDITOR": "/proc/nonexistent/editor -n"])
      let task = try await pty.read()
      pty.type("half" + Self.keys)
      try await pty.see(
        "no program on PATH is called '/proc/nonexistent/editor'; set EDITOR to your")
      pty.type(" more\r")
      #expect(try await task.value == "half more")
    }

    @Test func `an editor that is killed leaves the terminal as it was`() async throws {
      let before = pty.settings
      try use("stty raw -echo; kill -9 $$")
      let task = try await pty.read()
      pty.type("half" + Self.keys)
      try await pty.see("signal 9")
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(pty.settings.c_lflag == before.c_lflag)
      #expect(pty.settings.c_oflag == before.c_oflag)
    }

    @Test func `the editor's file is removed when the process ends`() async throws {
      let task = try await pty.read()
      pty.type(Self.keys)
      try await pty.see("text ''")
      pty.reader.restore()
      #expect(try !isFileThere)
      pty.type("\n")
      _ = try await task.value
    }

    @Test func `a question for a long text names the editor's key, and accepts newlines`()
      async throws
    {
      let console = TerminalConsole(
        reader: pty.reader, settings: ShellSettings(), interrupts: Interrupts(),
        style: { OutputStyle(isTerminal: true, columns: 80) })
      for (label, prompt) in [
        (
          "comment (1 to 9 characters)",
          "comment (1 to 9 characters; Ctrl-X Ctrl-E opens an editor): "
        ),
        ("note", "note (Ctrl-X Ctrl-E opens an editor): "),
      ] {
        let task = Task { try await console.ask(Question(label, alternative: "-", isLong: true)) }
        try await pty.see(prompt)
        pty.type(Self.keys)
        try await pty.see("text ''")
        pty.type("one\n")
        #expect(try await task.value == "one\nmore")
        try await pty.see(prompt + "one\r\n")
      }
    }

    @Test func `no other question opens an editor`() async throws {
      let console = TerminalConsole(
        reader: pty.reader, settings: ShellSettings(), interrupts: Interrupts(),
        style: { OutputStyle(isTerminal: true, columns: 80) })
      let task = Task { try await console.ask(Question("rating", alternative: "-")) }
      try await pty.see("rating: ")
      pty.type(Self.keys + "4\r")
      #expect(try await task.value == "4")
      #expect(access(folder.file("path"), F_OK) != 0)
    }

    @Test(arguments: ["\u{18}\u{5}", "\u{1B}v"])
    func `vi mode has keys for the editor too`(keys: String) async throws {
      #expect(try await pty.line("x\r") == "x")
      var mode = Array("set editing-mode vi".utf8CString)
      Readline.bind(&mode)
      defer {
        var mode = Array("set editing-mode emacs".utf8CString)
        Readline.bind(&mode)
      }
      let task = try await pty.read()
      pty.type("half" + keys)
      try await pty.see("text 'half'")
      pty.type("whole\n")
      #expect(try await task.value == "whole\nmore")
    }

    @Test(
      arguments: [
        ([:], [["vi"], ["nano"]]), (["EDITOR": "nano -w"], [["nano", "-w"]]),
        (["EDITOR": "ed", "VISUAL": "'my editor' --wait"], [["my editor", "--wait"]]),
        (["EDITOR": "ed", "VISUAL": ""], [["ed"]]), (["EDITOR": " "], [["vi"], ["nano"]]),
      ] as [([String: String], [[String]])])
    func `VISUAL and EDITOR name the editor`(variables: [String: String], choices: [[String]]) {
      #expect(TextEditor.choices { variables[$0] } == choices)
    }
  }
}
