/// The version of Seashell: what `version`, the prompt and the User-Agent header show.
enum SeashellVersion {
  static let current = "0.1.0"
}
