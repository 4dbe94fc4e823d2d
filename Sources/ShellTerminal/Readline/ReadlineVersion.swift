import CReadline

/// The readline library used by the prompt.
package enum ReadlineVersion {
  /// Its version: `8.2`.
  package static var current: String { String(cString: seashell_readline_version()) }
}
