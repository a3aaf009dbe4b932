// SPDX-License-Identifier: MIT

import CallInterface
import CallLinks
import GTK
import PhoneModel
import Translations

/// Asks whether to call the party of a link. Only the user's press dials.
@MainActor
final class LinkDialog {
    private let phone: PhoneContext
    private let question: LinkQuestion
    private let dialog: MessageDialog
    private var lines: [PhoneLine] = []
    private var choice: DropDown?

    /// `closed` is called when the dialog has gone. Throws for a link that must not be called.
    init(
        _ link: String, _ phone: PhoneContext, over parent: Window, closed: @escaping @MainActor (LinkDialog) -> Void
    ) throws(CallLinkError) {
        self.phone = phone
        question = LinkQuestion(try CallLink(link))
        dialog = MessageDialog(parent: parent, heading: question.heading, body: question.body)
        dialog.add("cancel", Catalogue.text("Cancel"))
        dialog.add("call", Catalogue.text("Call"), .suggested)
        // The Return key calls nobody: the dialog may have come while the user typed.
        dialog.set(close: "cancel")
        dialog.onAnswer { [weak self] answer in if answer == "call" { self?.call() } }
        dialog.on("destroy") { [weak self] _ in if let self { closed(self) } }
        follow()
        dialog.present()
    }

    /// Offers the lines that can call now. A link that starts the program comes before the service has told them.
    func follow() {
        let new = phone.dialer.lines(for: question.handle.kind)
        guard new != lines else { return }
        let chosen = line?.provider
        lines = new
        choice = lines.count > 1 ? DropDown(lines.map(\.title)) : nil
        choice?.setAccessibleName(Catalogue.text("App for the call"))
        choice?.selected = lines.firstIndex { $0.provider == chosen } ?? 0
        dialog.extra = choice
    }

    /// The line that the user chose; nil = there is no choice.
    private var line: PhoneLine? {
        choice.flatMap { lines.indices.contains($0.selected) ? lines[$0.selected] : nil }
    }

    private func call() {
        phone.place(question.handle, by: line?.provider ?? "", video: question.isVideo)
    }
}
