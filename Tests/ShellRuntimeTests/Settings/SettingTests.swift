@testable import ShellRuntime
import ShellTestSupport
import CoreSystem
import Glibc
@testable import SeashellTesting
import ShellOutput
import Testing

/// The sources of settings' values, and how settings are saved.
@Suite @MainActor struct SettingTests {
  @Test(arguments: Setting.all.map(\.name))
  func `a setting accepts each of its words, and its own value`(name: String) async throws {
    let setting = try #require(Setting.all.first { $0.name == name })
    let settings = ShellSettings()
    #expect(setting.abstract.count <= 44, "the list of settings must fit 80 columns")
    for word in setting.words {
      try setting.change(settings, word)
      let value = setting.value(settings)
      try setting.change(settings, value)
      #expect(setting.value(settings) == value)
    }
    #expect(throws: ShellError.self) { try setting.change(settings, "'") }
  }

  @Test(
    arguments: [
      ([:], "auto", "default"), (["PAGER": "less -S"], "less -S", "$PAGER"),
      (["PAGER": ""], "off", "$PAGER"),
    ] as [([String: String], String, String)])
  func `the environment decides on the pager while it is auto`(
    environment: [String: String], value: String, source: String
  ) throws {
    let pager = try Setting(parameter: "pager")
    let settings = ShellSettings()
    var current = pager.current(in: settings) { environment[$0] }
    #expect(current.value == value && current.source.text == source)
    try pager.change(settings, "off")
    settings.note(.here, of: "pager")
    current = pager.current(in: settings) { environment[$0] }
    #expect(current.value == "off" && current.source == .here)
  }

  @Test(
    arguments: [
      (nil, nil, true, "default"), ("1", nil, false, "$NO_COLOR"), ("", nil, true, "default"),
      ("1", "dumb", false, "$TERM"), (nil, "xterm", true, "default"),
    ] as [(String?, String?, Bool, String)])
  func `NO_COLOR and TERM turn colours off`(
    noColor: String?, term: String?, isShown: Bool, source: String
  ) throws {
    let settings = ShellSettings()
    let current = try Setting(parameter: "colors").current(in: settings) {
      $0 == "TERM" ? term : $0 == "NO_COLOR" ? noColor : nil
    }
    #expect(current.value == (isShown ? "auto" : "off"))
    #expect(current.source.text == source)
    let palette = settings.colors.palette(canShow: term != "dumb", noColor: noColor)
    #expect((palette != nil) == isShown)
  }

  @Test func `the user's palette overrides NO_COLOR, but not the terminal`() throws {
    let own = ColorChoice.palette(try Palette("header=4"))
    #expect(own.palette(canShow: true, noColor: "1")?.text == "header=4")
    #expect(own.palette(canShow: false, noColor: nil) == nil)
    #expect(ColorChoice.off.palette(canShow: true, noColor: nil) == nil)
  }

  @Test(
    arguments: [
      (
        "set colors 'eror=31'",
        "no role of colors is called 'eror'; the roles are error, header, rating, name, string, "
          + "number, prompt, production, candidate, title, changed, match, command, stage, "
          + "unknown, option, quoted, variable, bracket, suggestion, series1, series2, series3, series4"
      ),
      (
        "set colors 'error=red'",
        "'red' is not a colour of error; give numbers from 0 to 255 with ';' between them, such as "
          + "'1;31'"
      ),
      (
        "set colors on",
        "'on' is not a value of colors; choose auto, off, or ROLE=NUMBERS with ':' between them, "
          + "such as 'error=1;31'"
      ),
    ])
  func `an invalid palette is refused with advice`(line: String, error: String)
    async throws
  {
    let outcome = await TestShell().run(line)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("test:1: \(error)\n"))
  }

  @Test func `a setting names the script and the line that has set it`() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("own.sea", "\nprint a\nset quiet on\n")
    let startup = try folder.write("rc.sea", "set records vertical\nsource \(script)\n")
    let test = TestShell()
    test.settings.note(.option("-o csv"), of: "output")
    let outcome = await test.type(
      .line("set verbose on; set | where source != default | select setting source -o tsv"),
      startup: startup)
    #expect(
      outcome.output == """
        a
        output\t-o csv
        quiet\t\(script):3
        records\trc.sea:1
        verbose\there

        """)
  }

  // MARK: Saving

  private func save(
    _ line: String, in path: String, home: String? = nil
  ) async throws -> (outcome: TestShell.Outcome, settings: ShellSettings) {
    let test = TestShell()
    test.host.startupFile = StartupFile(path: path)
    return (await test.run(line), test.settings)
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try PrivateFile(path: path).read() ?? [], as: UTF8.self)
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode : 0
  }

  @Test func `set --save saves a setting and applies it`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/config/test/rc.sea"
    let (outcome, settings) = try await save(
      "set --save output json; set output | get source", in: path)
    #expect(outcome == .init(0, "rc.sea:1\n", "saved in \(path)\n"))
    #expect(settings.output == .json)
    #expect(try text(path) == "set output json\n")
    #expect(mode(path) & 0o777 == 0o600)
    #expect(
      try await save("set records vertical; set --save records", in: path).outcome.status == 0)
    #expect(try text(path) == "set output json\nset records vertical\n")
    #expect(try await save("set --save output auto", in: path).outcome.status == 0)
    #expect(try text(path) == "set output auto\nset records vertical\n")
  }

  @Test func `saving through a link keeps the link and replaces its target`() async throws {
    let folder = try TemporaryFolder()
    let target = try folder.write("dotfiles.sea", "print a\n")
    let path = "\(folder.path)/rc.sea"
    #expect(symlink("dotfiles.sea", path) == 0)
    #expect(try await save("set --save quiet on", in: path).outcome.status == 0)
    #expect(mode(path) & S_IFMT == S_IFLNK)
    #expect(try text(target) == "print a\nset quiet on\n")
    let dangling = "\(folder.path)/later.sea"
    #expect(symlink("\(folder.path)/new/rc.sea", dangling) == 0)
    #expect(try await save("set --save quiet on", in: dangling).outcome.status == 0)
    #expect(try text("\(folder.path)/new/rc.sea") == "set quiet on\n")
    let circle = "\(folder.path)/circle.sea"
    #expect(symlink("circle.sea", circle) == 0)
    let (outcome, _) = try await save("set --save quiet on", in: circle)
    #expect(
      outcome.errors.contains("'quiet' was not saved: cannot write \(circle): Too many levels"))
  }

  @Test func `the home folder is shown as ~`() {
    let file = StartupFile(path: "/home/ada/.config/test/rc.sea")
    #expect(file.shownPath(home: "/home/ada") == "~/.config/test/rc.sea")
    #expect(file.shownPath(home: "/home/ad") == file.path)
    #expect(file.shownPath(home: nil) == file.path)
  }

  @Test func `without a file, or without a setting, --save says why it cannot`() async throws {
    let outcome = await TestShell().run("set --save quiet on")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix(
        "test:1: --save has no file to keep 'quiet' in, because the shell runs with --no-config; "
          + "start it without --no-config\n  set --save quiet on\n      ^^^^^^\n"),
      "\(outcome.errors)")
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/rc.sea"
    #expect(
      try await save("set --save", in: path).outcome.errors
        .contains("--save needs a setting; set --save SETTING VALUE"))
    #expect(
      try await save("set --save quiet maybe", in: path).outcome.errors
        .contains("'maybe' is not a value of quiet"))
    #expect(mode(path) == 0)
  }

  @Test func `a setting that cannot be saved is not set, and the file stays`() async throws {
    let folder = try TemporaryFolder()
    func expect(_ path: String, _ message: String, _ content: String?) async throws {
      let (outcome, settings) = try await save("set --save quiet on", in: path)
      #expect(outcome.status == 1)
      #expect(
        outcome.errors.hasPrefix("test:1: 'quiet' was not saved: \(message)"), "\(outcome.errors)")
      #expect(!settings.isQuiet && settings.source(of: "quiet") == .standard)
      if let content { #expect(try text(path) == content) }
    }
    let open = try folder.write("open.sea", "print a\n")
    chmod(open, 0o622)
    try await expect(open, "'\(open)' is not run, because others may change it", "print a\n")
    let unfinished = try folder.write("unfinished.sea", "print 'a\n")
    try await expect(
      unfinished, "the statement that begins at unfinished.sea:1 has no end; edit \(unfinished)",
      "print 'a\n")
    try await expect(folder.path, "cannot read '\(folder.path)': it is not a regular file", nil)
    try await expect(
      "\(open)/rc.sea", "cannot open \(open): Not a directory", nil)
    #expect(mkdir("\(folder.path)/open", 0o700) == 0 && chmod("\(folder.path)/open", 0o777) == 0)
    try await expect(
      "\(folder.path)/open/rc.sea",
      "'\(folder.path)/open/rc.sea' would not be run, because others may change "
        + "'\(folder.path)/open'; chmod go-w '\(folder.path)/open'", nil)
    // A folder at the file's path simulates a full disk.
    let kept = try folder.write("kept.sea", "print a\n")
    #expect(mkdir("\(kept).new", 0o700) == 0)
    try await expect(kept, "cannot write \(kept).new: Is a directory", "print a\n")
  }

  @Test func `while another shell changes the file, saving waits and then gives up`() async throws {
    let folder = try TemporaryFolder()
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    let (outcome, _) = try await save("set --save quiet on", in: "\(folder.path)/rc.sea")
    #expect(outcome.errors.contains("cannot lock \(folder.path)"))
  }
}
