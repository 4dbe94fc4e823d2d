import FoundationEssentials
import SeashellKit

/// What `modules new --into` writes into the sources of Seashell: a module, its tests with a stub of its
/// service, its page, and its lines in the manifest and the program.
struct RepositoryTemplate {
  /// A line that names the module, and the line of a file after which it stands.
  struct Line {
    let file: String
    let text: String
    let after: String
  }

  private let template: PackageTemplate
  private let directory: String

  /// The module's name as types have it: `Orders`.
  var type: String { template.names.type }

  /// The module's folder in the sources: `Plugins/Orders`.
  var folder: String { "Plugins/\(type)" }

  private var tests: String { "Tests/\(type)PluginTests" }

  private var page: String { "Documentation/Targets/\(type)Plugin.md" }

  /// - Throws: `ShellError` if a name cannot be used, or the folder does not hold Seashell's sources.
  init(_ name: String, item: String?, into directory: String) throws(ShellError) {
    template = try PackageTemplate(name, item: item, kit: directory)
    guard case .folder(let folder) = template.kit else {
      throw ShellError(
        .usage, "'\(directory)' is no folder",
        hint: "pass --into with the folder of Seashell's sources")
    }
    self.directory = folder
  }

  /// The files, with their paths in the sources.
  private var files: [PackageTemplate.File] {
    let module = PackageTemplate.module.map { file($0, under: folder, behind: 2) }
    // The stub is a file of the tests.
    let tests = PackageTemplate.tests.map { file($0, under: self.tests, behind: 2) }
    return module + tests + [file(("", PackageTemplate.Embedded.Page_md), under: page, behind: 0)]
  }

  /// Returns a file of a package as one of the repository: without the first folders of its path, and without
  /// the import of the stub.
  private func file(
    _ file: PackageTemplate.Template, under folder: String, behind count: Int
  ) -> PackageTemplate.File {
    let parts = file.path.split(separator: "/").dropFirst(count)
    return PackageTemplate.File(
      path: ([folder] + parts.map { template.names.rename(String($0)) }).joined(separator: "/"),
      text: template.renamed(file.bytes).replacing("import \(type)Stub\n", with: ""))
  }

  /// The lines that name the module.
  var lines: [Line] {
    let (manifest, program) = ("Package.swift", "Sources/seashell/Seashell.swift")
    return [
      Line(file: manifest, text: #"  "\#(type)Plugin","#, after: "let plugins = ["),
      Line(
        file: manifest, text: #"    module("\#(type)"),"#,
        after: #"    module("Session", ["SeashellHosting"]),"#),
      Line(
        file: manifest,
        text:
          #"    tests("\#(type)PluginTests", ["\#(type)Plugin", "SeashellKit", "SeashellTesting"]),"#,
        after:
          #"      ["SeashellKit", "SeashellHosting", "SeashellTesting", "TestSupport"] + shell),"#),
      Line(file: program, text: "import \(type)Plugin", after: "import ProductsPlugin"),
      Line(
        file: program, text: "          \(type)Module(context),",
        after: "          ProductsModule(context), ReviewsModule(context), SessionModule(context),"),
    ]
  }

  /// Writes the files and the lines, or nothing.
  ///
  /// - Returns: what the user must do by hand, for each line whose place was not found.
  /// - Throws: `ShellError` if a file is there already or cannot be written.
  func write() throws(ShellError) -> [String] {
    let places = [folder, tests, page]
    let manager = FileManager.default
    for place in places where manager.fileExists(atPath: "\(directory)/\(place)") {
      throw ShellError(.failed, "\(place) exists already")
    }
    let named = Set(lines.map(\.file)).map { "\(directory)/\($0)" }
    let before = named.map { (path: $0, content: manager.contents(atPath: $0)) }
    do {
      for file in files { try PackageTemplate.write(file, in: directory) }
      return try lines.compactMap { try insert($0) }
    } catch {
      for place in places { try? manager.removeItem(atPath: "\(directory)/\(place)") }
      for (path, content) in before { try? content?.write(to: URL(filePath: path)) }
      throw ShellError(error)
    }
  }

  /// Inserts a line; if its place is not found, returns what to do by hand.
  private func insert(_ line: Line) throws -> String? {
    let path = "\(directory)/\(line.file)"
    let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let index = lines.firstIndex(where: { $0 == line.after }) else {
      return "\(line.file) has no line '\(line.after)'; add '\(line.text)' to it"
    }
    lines.insert(Substring(line.text), at: index + 1)
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: path), options: .atomic)
    return nil
  }
}
