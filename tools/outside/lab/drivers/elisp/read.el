;; Reads texts with url-generic-parse-url of Emacs.  -*- lexical-binding: t -*-
;;
;; Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
(require 'url-parse)

(defun lab-decode (line)
  (let (bytes)
    (dotimes (i (/ (length line) 2))
      (push (string-to-number (substring line (* 2 i) (+ 2 (* 2 i))) 16) bytes))
    (decode-coding-string (apply #'unibyte-string (nreverse bytes)) 'utf-8-unix)))

(defun lab-encode (value)
  (if (null value) "-"
    (mapconcat (lambda (b) (format "%02x" b)) (encode-coding-string (format "%s" value) 'utf-8-unix) "")))

(defun lab-answer (text)
  (condition-case e
      (let ((u (url-generic-parse-url text)))
        (mapconcat #'identity
                   (list "1" (lab-encode (url-type u)) (lab-encode (url-host u)) (lab-encode (url-portspec u))
                         (lab-encode (car (split-string (url-filename u) "?"))) (lab-encode (url-user u)))
                   "\t"))
    (error (concat "0\t" (lab-encode (error-message-string e))))))

(princ (format "= %s\n" emacs-version))
(let (line)
  (while (setq line (ignore-errors (read-from-minibuffer "")))
    (princ (concat (lab-answer line) "\n"))))
