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
    private let parent: Window

    init(_ phone: PhoneContext, over parent: Window) { (self.phone, self.parent) = (phone, parent) }

    /// Shows the question, or why the link cannot be called.
    func ask(_ text: String) {
        do throws(CallLinkError) {
            ask(LinkQuestion(try CallLink(text)))
        } catch {
            phone.tell(error.message)
        }
    }

    private func ask(_ question: LinkQuestion) {
        let dialog = MessageDialog(parent: parent, heading: question.heading, body: question.body)
        dialog.add("cancel", Catalogue.text("Cancel"))
        dialog.add("call", Catalogue.text("Call"), .suggested)
        // The Return key calls nobody: the dialog may have come while the user typed.
        dialog.set(close: "cancel")
        let lines = phone.dialer.lines(for: question.kind)
        let choice = lines.count > 1 ? DropDown(lines.map(\.title)) : nil
        if let choice {
            choice.setAccessibleName(Catalogue.text("App for the call"))
            dialog.extra = choice
        }
        dialog.onAnswer { [phone] answer in
            guard answer == "call" else { return }
            let line = choice.flatMap { lines.indices.contains($0.selected) ? lines[$0.selected] : nil }
            phone.dialer.call(question.handle, provider: line?.provider ?? "", video: question.isVideo)
        }
        dialog.present()
    }
}
