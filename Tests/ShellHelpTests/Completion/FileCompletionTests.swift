import ShellTestSupport
@testable import ShellHelp
@testable import ShellRuntime
@testable import ShellCommands
import Glibc
import SeashellTesting
import Testing

/// Completion of files, folders and programs.
@MainActor
@Suite struct FileCompletionTests {
  let bench: CompletionBench
  let folder: TemporaryFolder

  init() throws {
    bench = try CompletionBench()
    folder = try TemporaryFolder()
    for name in ["plain.sea", "place", "two words", ".hidden", "it's", "~", "bad\u{1B}name"] {
      try folder.write(name, "")
    }
    mkdir(folder.file("planets"), 0o755)
    try folder.write("planets/mars", "")
    symlink(folder.file("planets"), folder.file("plutos"))
  }

  @Test(
    arguments: [
      ("source ", "pl", ["place", "plain.sea", "planets/", "plutos/"]),
      ("print x > ", "pl", ["place", "plain.sea", "planets/", "plutos/"]),
      ("print x >>", "plai", ["plain.sea"]), ("print x | cat ", "plai", ["plain.sea"]),
      ("print x < ", "plai", ["plain.sea"]), ("print x 2> ", "plai", ["plain.sea"]),
      ("print x 2>>", "plai", ["plain.sea"]), ("print x | where y <", "plai", []),
      ("print x >", "planets/", ["mars"]), ("source ", "PL", []), ("source ", "none/", []),
      ("source ", ".", [".hidden"]), ("source ", ".h", [".hidden"]), ("source ", "..", ["../"]),
      ("source ", "plutos/", ["mars"]), ("source x ", "pl", []), ("source ", "bad", []),
    ] as [(String, String, [String])])
  func `files are completed where a file is expected`(line: String, name: String, labels: [String])
  {
    #expect(bench.labels(line + folder.file(name)) == labels)
  }

  @Test(
    arguments: [
      ("library note @", "pl", ["place", "plain.sea", "planets/", "plutos/"]),
      ("library note --remark @", "plai", ["plain.sea"]),
      ("library note --remark=@", "plai", ["plain.sea"]),
      ("library note -r@", "planets/", ["mars"]), ("library note \"@", "two", ["two words"]),
      ("library note ", "pl", []), ("library note @@", "pl", []),
      ("library note --title @", "pl", []), ("library lend ada @", "pl", []),
    ] as [(String, String, [String])])
  func `files are completed after the @ of a long text`(
    line: String, name: String, labels: [String]
  ) {
    #expect(bench.labels(line + folder.file(name)) == labels)
  }

  @Test func `the @ stays when a file is completed`() {
    #expect(
      bench.lines("library note --remark=@\(folder.path)/two")
        == [#"library note --remark=@\#(folder.path)/two\ words"#])
    #expect(
      bench.lines("library note '@\(folder.path)/plan")
        == ["library note '@\(folder.path)/planets/"])
  }

  @Test func `only hidden files are left out when nothing is typed`() {
    let labels = bench.labels("source \(folder.path)/")
    #expect(labels == ["it's", "place", "plain.sea", "planets/", "plutos/", "two words", "~"])
  }

  @Test func `a completed folder does not end the word, and the next Tab continues in it`() {
    let completion = bench.complete("source \(folder.path)/plan")
    #expect(
      completion.candidates == [
        Completion.Candidate("\(folder.path)/planets/", label: "planets/", endsWord: false)
      ])
    #expect(bench.lines("source '\(folder.path)/plan") == ["source '\(folder.path)/planets/"])
    #expect(
      bench.lines("source '\(folder.path)/planets/") == ["source '\(folder.path)/planets/mars'"])
    #expect(bench.lines("source \(folder.path)/two") == [#"source \#(folder.path)/two\ words"#])
  }

  @Test func `a variable may stand for the folder`() async {
    _ = await bench.test.run("let dir = '\(folder.path)'")
    #expect(bench.lines("source $dir/plai") == ["source $dir/plain.sea"])
    #expect(bench.lines("print x > \"$dir/tw") == ["print x > \"$dir/two words\""])
  }

  @Test func `a folder with very many files is read up to a limit`() throws {
    let names = (0..<FolderReader.most + 500).map { "f\($0)" }
    for name in names { close(open(folder.file("planets/\(name)"), O_CREAT | O_CLOEXEC, 0o600)) }
    var count = 0
    FolderReader.forEachName(in: folder.file("planets"), beginningWith: "") { _, _ in count += 1 }
    #expect(count <= FolderReader.most)
    #expect(bench.labels("source \(folder.path)/planets/").count == CompletionQuery.limit)
  }

  @Test func `programs of PATH are completed after a bar`() throws {
    let other = try TemporaryFolder()
    for (folder, name) in [(folder, "sort-it"), (other, "sort-it"), (other, "sort-that")] {
      try folder.write(name, "")
      chmod(folder.file(name), 0o755)
    }
    try other.write("sort-none", "")
    bench.searchPath = "\(folder.path):relative::/none/such:\(other.path)"
    #expect(bench.labels("print x | sort-") == ["sort-by", "sort-it", "sort-that"])
    #expect(bench.labels("print x | sort-it | sort-t") == ["sort-that"])
    #expect(bench.labels("print x | plan").isEmpty)
    #expect(bench.labels("print x | \(folder.path)/plai") == ["plain.sea"])

    // The folder is scanned once, until PATH changes.
    try other.write("sort-new", "")
    chmod(other.file("sort-new"), 0o755)
    #expect(bench.labels("print x | so") == ["sort-by", "sort-it", "sort-that"])
    bench.searchPath = other.path
    #expect(bench.labels("! so") == ["sort-it", "sort-new", "sort-that"])
  }

  @Test func `without a PATH the system's default folders are searched`() {
    bench.searchPath = nil
    #expect(bench.labels("print x | ca").contains("cat"))
  }
}
