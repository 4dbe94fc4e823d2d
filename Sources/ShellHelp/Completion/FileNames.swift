import ShellCommands
import Glibc
import ShellRuntime

enum FileNames {
  /// Returns the files whose paths start with a text.
  ///
  /// A folder ends with a slash, and the word can continue. Hidden files are included only if the
  /// last name in the text starts with a dot. `~` has no special meaning in the shell's grammar.
  static func suggestions(for text: String) -> [Suggestion] {
    let bytes = text.utf8
    let split = bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes.index(after: $0) }
    let folder = String(Substring(bytes[..<(split ?? bytes.startIndex)]))
    let prefix = String(Substring(bytes[(split ?? bytes.startIndex)...]))
    let showsHidden = prefix.utf8.first == UInt8(ascii: ".")

    var found: [(name: String, kind: Int)] = []
    FolderReader.forEachName(in: folder.isEmpty ? "." : folder, beginningWith: prefix) {
      if showsHidden || $0.utf8.first != UInt8(ascii: ".") { found.append(($0, $1)) }
    }
    found.sort { $0.name < $1.name }
    let names = found.prefix(CompletionQuery.limit).map { name, kind in
      // A link may lead to a folder, and some file systems do not report the type.
      let isFolder =
        kind == Int(DT_DIR)
        || (kind == Int(DT_LNK) || kind == Int(DT_UNKNOWN)) && FolderReader.isFolder(folder + name)
      return suggestion(name, in: folder, isFolder: isFolder)
    }
    return prefix == ".." ? [suggestion("..", in: folder, isFolder: true)] + names : names
  }

  private static func suggestion(
    _ name: String, in folder: String, isFolder: Bool
  ) -> Suggestion {
    let end = isFolder ? "/" : ""
    return Suggestion(folder + name + end, label: name + end, endsWord: !isFolder)
  }
}

/// Reads the names in a folder, up to a limit that keeps the user from waiting.
enum FolderReader {
  static let most = 5_000

  /// Calls a body with each name and its kind: one of the `DT_` constants of readdir(3).
  ///
  /// Skips `.`, `..` and names that are not UTF-8. An unreadable folder has no names.
  static func forEachName(
    in folder: String, beginningWith prefix: String, _ body: (_ name: String, _ kind: Int) -> Void
  ) {
    guard let stream = opendir(folder), let offset = MemoryLayout<dirent>.offset(of: \.d_name)
    else { return }
    defer { closedir(stream) }
    let prefix = prefix.utf8CString
    var count = 0
    while count < most, let entry = readdir(stream) {
      count += 1
      let bytes = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
      let fits = prefix.withUnsafeBufferPointer { prefix in
        strncmp(bytes, prefix.baseAddress ?? bytes, prefix.count - 1) == 0
      }
      guard fits, let name = String(validatingCString: bytes), name != ".", name != ".." else {
        continue
      }
      body(name, Int(entry.pointee.d_type))
    }
  }

  /// Whether a path is a folder, or a link to one.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
