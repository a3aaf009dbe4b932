// SPDX-License-Identifier: MIT
#pragma once
#include <adwaita.h>

// What newer versions of libadwaita (1.6, 1.7) and GTK (4.12, 4.20) replace by something that Debian 12 does not have.
// The old functions do the same in all of them, so the window uses these until Debian 12 is no longer supported. Swift
// has no way to use a deprecated function without a warning.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

static inline GType CLeafletType(void) { return adw_leaflet_get_type(); }
static inline gboolean CLeafletIsFolded(AdwLeaflet *leaflet) { return adw_leaflet_get_folded(leaflet); }
static inline void CLeafletShow(AdwLeaflet *leaflet, GtkWidget *child) {
    adw_leaflet_set_visible_child(leaflet, child);
}

static inline GType CPreferencesWindowType(void) { return adw_preferences_window_get_type(); }
static inline void CPreferencesWindowShow(AdwPreferencesWindow *window, const char *page) {
    adw_preferences_window_set_visible_page_name(window, page);
}

static inline void CPreferencesWindowAddToast(AdwPreferencesWindow *window, AdwToast *toast) {
    adw_preferences_window_add_toast(window, toast);
}

static inline GType CAboutWindowType(void) { return adw_about_window_get_type(); }
static inline GtkWidget *CAboutWindowNew(void) { return adw_about_window_new(); }

static inline GType CMessageDialogType(void) { return adw_message_dialog_get_type(); }
static inline GtkWidget *CMessageDialogNew(GtkWindow *parent) { return adw_message_dialog_new(parent, NULL, NULL); }
static inline void CMessageDialogAdd(AdwMessageDialog *dialog, const char *response, const char *label) {
    adw_message_dialog_add_response(dialog, response, label);
}
static inline void CMessageDialogSetAppearance(
    AdwMessageDialog *dialog, const char *response, AdwResponseAppearance appearance) {
    adw_message_dialog_set_response_appearance(dialog, response, appearance);
}
static inline void CMessageDialogSetClose(AdwMessageDialog *dialog, const char *response) {
    adw_message_dialog_set_close_response(dialog, response);
}
static inline void CMessageDialogSetExtra(AdwMessageDialog *dialog, GtkWidget *child) {
    adw_message_dialog_set_extra_child(dialog, child);
}

static inline GtkNativeDialog *CFolderChooserNew(const char *title, GtkWindow *parent) {
    return GTK_NATIVE_DIALOG(
        gtk_file_chooser_native_new(title, parent, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, NULL, NULL));
}
static inline GFile *CFolderChooserFile(GtkNativeDialog *chooser) {
    return gtk_file_chooser_get_file(GTK_FILE_CHOOSER(chooser));
}

static inline void CStyleLoad(GtkCssProvider *provider, const char *rules) {
    gtk_css_provider_load_from_data(provider, rules, -1);
}

static inline GdkTexture *CTextureNew(GdkPixbuf *pixels) { return gdk_texture_new_for_pixbuf(pixels); }

#pragma clang diagnostic pop
