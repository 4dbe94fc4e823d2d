import ShellCommands
import Glibc

/// Completes paths of files.
enum FileNames {
  /// The files whose path begins with a text.
  ///
  /// A folder ends with a slash, behind which the word goes on. What begins with a dot is found where
  /// the text's last name does. `~` is a letter like any other in the shell's grammar.
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
      // A link may lead to a folder, and some file systems do not tell.
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
