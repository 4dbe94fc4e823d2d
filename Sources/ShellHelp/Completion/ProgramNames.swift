import ShellCommands
import Glibc
import ShellRuntime

@MainActor
final class ProgramNames {
  // Limits that keep the user from waiting: folders and names read, files tested for execution.
  private static let mostFolders = 64
  private static let mostNames = 20_000
  private static let mostChecks = 1_000

  private let searchPath: () -> String?
  private var scanned: (path: String, programs: [(name: String, file: String)])?

  init(searchPath: @escaping () -> String?) {
    self.searchPath = searchPath
  }

  /// The folders are read at the first use, and again after `PATH` has changed.
  func suggestions(for prefix: String) -> [Suggestion] {
    programs().lazy.filter { $0.name.utf8.starts(with: prefix.utf8) }
      .prefix(Self.mostChecks).filter { access($0.file, X_OK) == 0 }
      .prefix(CompletionQuery.limit).map { Suggestion($0.name) }
  }

  /// Whether there is a program with a name, or with one that begins so.
  func has(_ name: String, isWhole: Bool) -> Bool {
    let programs = programs()
    // They are sorted.
    var (low, high) = (0, programs.count)
    while low < high {
      let middle = (low + high) / 2
      if programs[middle].name < name { low = middle + 1 } else { high = middle }
    }
    guard low < programs.count else { return false }
    return isWhole ? programs[low].name == name : programs[low].name.hasPrefix(name)
  }

  private func programs() -> [(name: String, file: String)] {
    // The default of execvp(3) if PATH is not set.
    let path = searchPath() ?? "/bin:/usr/bin"
    let programs = scanned?.path == path ? scanned?.programs ?? [] : Self.scan(path)
    scanned = (path, programs)
    return programs
  }

  private static func scan(_ path: String) -> [(name: String, file: String)] {
    var files: [String: String] = [:]
    for folder in path.split(separator: ":").prefix(mostFolders) where folder.hasPrefix("/") {
      FolderReader.forEachName(in: String(folder), beginningWith: "") { name, kind in
        guard kind != Int(DT_DIR), files.count < mostNames, files[name] == nil else { return }
        files[name] = "\(folder)/\(name)"
      }
    }
    return files.sorted { $0.key < $1.key }.map { (name: $0.key, file: $0.value) }
  }
}
