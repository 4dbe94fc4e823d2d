// A program imports SeashellApp and its modules.
@_exported public import SeashellKit
