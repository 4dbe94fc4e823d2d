import Glibc

/// The variables of this process's environment.
package enum ProcessVariables {
  /// Removes a variable from the process's environment and returns its value; nil if it is empty.
  ///
  /// Afterwards no child process inherits it, and neither `$NAME` nor `/proc/PID/environ` shows it.
  package static func take(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    ProcessMemory.keepOutOfCoreDumps()
    defer {
      // unsetenv(3) alone would leave the bytes where `/proc` shows them.
      var next = environ
      while let entry = next.pointee {
        let name = "\(name)="
        if strncmp(entry, name, name.utf8.count) == 0 {
          let value = entry + name.utf8.count
          explicit_bzero(value, strlen(value))
        }
        next += 1
      }
      unsetenv(name)
    }
    // Invalid UTF-8 is repaired, and the repaired text is not a valid token.
    let text = String(
      decoding: UnsafeRawBufferPointer(start: value, count: strlen(value)), as: UTF8.self)
    return text.isEmpty ? nil : text
  }
}
